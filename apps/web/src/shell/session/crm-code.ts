import { cookieLife, writeCookie } from '../../lib/browser/cookies.ts';

/** The cookie with the code that a CRM hands over when it is connected; it lives for three minutes (SESSION-12). */
export const crmCodeCookie = 'crm_code';

/** Moves `?code=…&platform=…` from the address into a cookie, so that the code is in no history and no referrer. */
export const keepCrmCode = (address: URL, replace: (address: string) => void): void => {
  const code = address.searchParams.get('code');
  const platform = address.searchParams.get('platform');
  if (!code || !platform) return;
  writeCookie(crmCodeCookie, JSON.stringify({ code, platform }), cookieLife.crmCode);
  address.searchParams.delete('code');
  address.searchParams.delete('platform');
  replace(address.pathname + address.search + address.hash);
};
