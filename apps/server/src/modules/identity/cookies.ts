import { createHmac } from 'node:crypto';
import { hashToken } from '../../kernel/secrets.ts';
import { defineService } from '../../kernel/services.ts';

/** An unused session ends after a day (SESSION-25). */
export const sessionSeconds = 24 * 60 * 60;

const sessionCookie = 'atelier_session';
/** Readable by the page, which repeats it in `x-csrf-token`. */
const csrfCookie = 'atelier_csrf';
/** Which outside provider the latest session came from: known still when the session is gone (ERROR-06). */
const providerCookie = 'atelier_provider';
const providerSeconds = 30 * sessionSeconds;

/** Makes the `set-cookie` values of sessions and the tokens that unsafe requests must repeat. */
export const sessionCookies = defineService({
  name: 'identity.session-cookies',
  create: ({ config, secrets }) => {
    const key = Buffer.from(secrets.derive('csrf'), 'hex');
    const secure = config.server.publicUrl?.startsWith('https:') ? '; Secure' : '';
    const attributes = (seconds: number) => `Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
    /** Only this server can make it, and only for this session. */
    const csrfToken = (tokenHash: string): string =>
      createHmac('sha256', key).update(tokenHash).digest('base64url');
    return {
      csrfToken,
      issue: (token: string): string[] => [
        `${sessionCookie}=${token}; ${attributes(sessionSeconds)}; HttpOnly`,
        `${csrfCookie}=${csrfToken(hashToken(token))}; ${attributes(sessionSeconds)}`,
      ],
      rememberProvider: (provider: string): string =>
        `${providerCookie}=${provider}; ${attributes(providerSeconds)}; HttpOnly`,
      /** Whether the page holds the forgery token that this server would give it for the session. */
      isCurrent: (header: string | undefined, token: string): boolean =>
        header?.includes(`${csrfCookie}=${csrfToken(hashToken(token))}`) ?? false,
      clear: (): string[] => [
        `${sessionCookie}=; ${attributes(0)}; HttpOnly`,
        `${csrfCookie}=; ${attributes(0)}`,
        `${providerCookie}=; ${attributes(0)}; HttpOnly`,
      ],
    };
  },
});

const cookieOf = (name: string) => {
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`);
  return (header: string | undefined): string | undefined =>
    header === undefined ? undefined : pattern.exec(header)?.[1]?.trim();
};

/** The session token of a `cookie` header. */
export const sessionTokenOf = cookieOf(sessionCookie);

/** The provider that a `cookie` header remembers. */
export const providerOf = cookieOf(providerCookie);
