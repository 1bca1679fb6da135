import { cookieLife, deleteCookie, readCookie, writeCookie } from './cookies.ts';

/**
 * The cookie with the last screen. It outlives an ended session, so that signing in leads back there (SESSION-20, SESSION-21).
 */
export const lastRouteCookie = 'last_route';

/** Returns true for a path inside the product, and false for another host's address (`//host`, `/\host`, `/<tab>/host`). */
export const isOwnPath = (path: string): boolean =>
  path.startsWith('/') &&
  URL.canParse(path, location.origin) &&
  new URL(path, location.origin).origin === location.origin;

const isWorthKeeping = (path: string): boolean => isOwnPath(path) && path !== '/';

export const rememberRoute = (path: string): void => {
  if (isWorthKeeping(path)) writeCookie(lastRouteCookie, path, cookieLife.identity);
};

/** Returns the screen to show after signing in and deletes the cookie, so that the next sign-in starts at the beginning. */
export const takeLastRoute = (fallback: string): string => {
  const path = readCookie(lastRouteCookie);
  if (path === undefined) return fallback;
  deleteCookie(lastRouteCookie);
  return isWorthKeeping(path) ? path : fallback;
};
