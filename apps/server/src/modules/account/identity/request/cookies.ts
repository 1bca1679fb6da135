import { forgeryTokens } from '../../../../kernel/http/calls/forgery-tokens.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../kernel/services/services.ts';

/** An unused session ends after a day (SESSION-25). */
export const sessionSeconds = 24 * 60 * 60;

/** A session ends this long after its sign-in, even if it is in constant use (NIST SP 800-63B, level 1). */
export const longestSessionSeconds = 30 * sessionSeconds;

const providerSeconds = 30 * sessionSeconds;

/**
 * Under TLS the names begin with `__Host-`. Browsers accept such a cookie only from this very host, so a page on another subdomain cannot
 * plant one.
 */
const namesOf = (isSecure: boolean) => {
  const prefix = isSecure ? '__Host-' : '';
  return {
    session: `${prefix}atelier_session`,
    /** The page reads this token and repeats it in `x-csrf-token`. */
    csrf: `${prefix}atelier_csrf`,
    /** The provider of the latest session, which is still known when the session is gone (ERROR-06). */
    provider: `${prefix}atelier_provider`,
  };
};

const valueOf = (name: string) => {
  // expression-is-made: the name of a cookie of ours; a header has 16 KB at most.
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`);
  return (header: string | undefined): string | undefined =>
    header === undefined ? undefined : pattern.exec(header)?.[1]?.trim();
};

/** Makes the `set-cookie` values of sessions, and the tokens that unsafe requests must repeat. */
export const sessionCookies = defineService({
  name: 'identity.session-cookies',
  create: ({ config }, use) => {
    const { forSession: csrfToken } = use(forgeryTokens);
    const isSecure = config.server.publicUrl?.startsWith('https:') ?? false;
    const names = namesOf(isSecure);
    const secure = isSecure ? '; Secure' : '';
    const attributes = (seconds: number) => `Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
    return {
      csrfToken,
      issue: (token: string): string[] => [
        `${names.session}=${token}; ${attributes(sessionSeconds)}; HttpOnly`,
        `${names.csrf}=${csrfToken(hashToken(token))}; ${attributes(sessionSeconds)}`,
      ],
      rememberProvider: (provider: string): string =>
        `${names.provider}=${provider}; ${attributes(providerSeconds)}; HttpOnly`,
      /** True when the page holds the forgery token that this server would issue for the session. */
      isCurrent: (header: string | undefined, token: string): boolean =>
        header?.includes(`${names.csrf}=${csrfToken(hashToken(token))}`) ?? false,
      clear: (): string[] => [
        `${names.session}=; ${attributes(0)}; HttpOnly`,
        `${names.csrf}=; ${attributes(0)}`,
        `${names.provider}=; ${attributes(0)}; HttpOnly`,
      ],
      /** Returns the session token of a `cookie` header. */
      tokenOf: valueOf(names.session),
      /** Returns the provider that a `cookie` header remembers. */
      providerOf: valueOf(names.provider),
    };
  },
});
