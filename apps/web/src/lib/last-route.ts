import { deleteCookie, readCookie, writeCookie } from './cookies.ts';

/** The cookie that outlives an ended session, so that signing in leads back (SESSION-20, SESSION-21). */
export const lastRouteCookie = 'last_route';

/** Addresses inside the product only: a path of ours, not another host's (`//host`, `/\host`). */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path) && path !== '/';

export const rememberRoute = (path: string): void => {
  if (isOwnPath(path)) writeCookie(lastRouteCookie, path, 1);
};

/** Where to go after signing in; forgets it, so that the next sign-in starts at the beginning. */
export const takeLastRoute = (fallback: string): string => {
  const path = readCookie(lastRouteCookie);
  if (path === undefined) return fallback;
  deleteCookie(lastRouteCookie);
  return isOwnPath(path) ? path : fallback;
};
