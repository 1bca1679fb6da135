import { createHmac } from 'node:crypto';
import { newToken } from '../../../kernel/secrets.ts';

const cookie = 'atelier_openid';
// expression-is-made: the name of a cookie of ours, and what it may hold, of a fixed length.
const pattern = new RegExp(`(?:^|;)\\s*${cookie}=(brw_[\\w-]{43})(?:;|$)`);

/** How long somebody has for signing in at the provider. */
export const attemptSeconds = 15 * 60;

/** The secret that binds sign-ins to one browser; several of them may run at once. */
export const browserSecretOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : pattern.exec(header)?.[1];

export const newBrowserSecret = (): string => newToken('brw');

/** The `set-cookie` value; the secret leaves the browser only for the two calls that need it. */
export const browserCookie = (secret: string, isSecure: boolean): string =>
  `${cookie}=${secret}; Path=/api/auth/openid; Max-Age=${attemptSeconds}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`;

/**
 * The nonce and the PKCE verifier of one sign-in. Both follow from the browser's secret, so that the database holds
 * nothing by which a stolen code could be redeemed.
 */
export const proofsOf = (secret: string, state: string): { nonce: string; codeVerifier: string } => {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') };
};
