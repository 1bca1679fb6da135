import { cookieLife, deleteCookie, readCookie, writeCookie } from './cookies.ts';

/** The cookie that outlives an ended session, so that signing in leads back (SESSION-20, SESSION-21). */
export const lastRouteCookie = 'last_route';

/** Addresses inside the product only: a path of ours, not another host's (`//host`, `/\host`, `/<tab>/host`). */
export const isOwnPath = (path: string): boolean =>
  path.startsWith('/') &&
  URL.canParse(path, location.origin) &&
  new URL(path, location.origin).origin === location.origin;

const isWorthKeeping = (path: string): boolean => isOwnPath(path) && path !== '/';

export const rememberRoute = (path: string): void => {
  if (isWorthKeeping(path)) writeCookie(lastRouteCookie, path, cookieLife.identity);
};

/** Where to go after signing in; forgets it, so that the next sign-in starts at the beginning. */
export const takeLastRoute = (fallback: string): string => {
  const path = readCookie(lastRouteCookie);
  if (path === undefined) return fallback;
  deleteCookie(lastRouteCookie);
  return isWorthKeeping(path) ? path : fallback;
};
