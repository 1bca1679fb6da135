import { createHmac } from 'node:crypto';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { newToken } from '../../../../kernel/secrets/secrets.ts';

/**
 * Under TLS the name begins with `__Host-`. Browsers accept such a cookie only from this very host, so a page on another subdomain cannot
 * plant the secret of its own sign-in.
 */
const cookieNameFor = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}atelier_openid`;

/** The time that a user has for signing in at the provider. */
export const attemptSeconds = 15 * 60;

const isSecureAt = (origin: string): boolean => origin.startsWith('https:');

/** Returns the secret that binds sign-ins to one browser; several may run at once. */
export const readBrowserSecret = ({
  headers: { cookie: header = '' },
  origin,
}: Pick<Exchange, 'headers' | 'origin'>): string | undefined => {
  const isSecure = isSecureAt(origin);
  const cookies = header.split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${cookieNameFor(isSecure)}=`))?.split('=')[1];
  return value !== undefined && /^brw_[\w-]{43}$/.test(value) ? value : undefined;
};

/** Returns the `set-cookie` value that stores the secret in the browser. */
const browserCookie = (secret: string, isSecure: boolean): string =>
  `${cookieNameFor(isSecure)}=${secret}; Path=/; Max-Age=${attemptSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}; HttpOnly`;

/** Returns the browser's secret, and sets the cookie that stores it. */
export const bindBrowser = (exchange: Pick<Exchange, 'headers' | 'origin' | 'setHeader'>): string => {
  const secret = readBrowserSecret(exchange) ?? newToken('brw');
  exchange.setHeader('set-cookie', browserCookie(secret, isSecureAt(exchange.origin)));
  return secret;
};

/**
 * Returns the nonce and the PKCE verifier of one sign-in. Both are derived from the browser's secret, so that the database holds nothing
 * with which a stolen code could be redeemed.
 */
export const deriveProofs = (secret: string, state: string): { nonce: string; codeVerifier: string } => {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') };
};
