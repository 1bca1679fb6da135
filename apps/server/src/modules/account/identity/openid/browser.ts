import { createHmac } from 'node:crypto';
import { newToken } from '../../../../kernel/secrets/secrets.ts';

/**
 * Under TLS a name that browsers take from this very host alone, so that a page on another subdomain cannot plant the secret of
 * its own sign-in.
 */
const nameOf = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}atelier_openid`;

/** How long somebody has for signing in at the provider. */
export const attemptSeconds = 15 * 60;

/** The secret that binds sign-ins to one browser; several of them may run at once. */
export const browserSecretOf = (header = '', isSecure: boolean): string | undefined => {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${nameOf(isSecure)}=`))?.split('=')[1];
  return value !== undefined && /^brw_[\w-]{43}$/.test(value) ? value : undefined;
};

export const newBrowserSecret = (): string => newToken('brw');

/** The `set-cookie` value that keeps the secret for one browser. */
export const browserCookie = (secret: string, isSecure: boolean): string =>
  `${nameOf(isSecure)}=${secret}; Path=/; Max-Age=${attemptSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}; HttpOnly`;

/**
 * The nonce and the PKCE verifier of one sign-in. Both follow from the browser's secret, so that the database holds
 * nothing by which a stolen code could be redeemed.
 */
export const proofsOf = (secret: string, state: string): { nonce: string; codeVerifier: string } => {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') };
};
