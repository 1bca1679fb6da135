import { createHmac } from 'node:crypto';
import { forgeryTokens } from '../../../../kernel/http/guard.ts';
import { hashToken, isSameSecret, newToken } from '../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../kernel/services/services.ts';

const deviceSeconds = 365 * 24 * 60 * 60;
const accountLetters = 16;

/**
 * Signed cookies with which a browser proves that somebody signed in to an account with it before (OWASP, device cookies). Its failed
 * passwords are counted separately, so that strangers who guess cannot lock it out. The cookie alone signs nobody in.
 */
export const deviceCookies = defineService({
  name: 'identity.device-cookies',
  create: ({ config, secrets }) => {
    const key = Buffer.from(secrets.derive('device'), 'hex');
    const isSecure = config.server.publicUrl?.startsWith('https:') ?? false;
    /** The cookie has one name for each account that the browser is used with. */
    const deviceCookieFor = (email: string): string =>
      `${isSecure ? '__Host-' : ''}atelier_device_${hashToken(email).slice(0, accountLetters)}`;
    const signed = (device: string, email: string): string =>
      `${device}.${createHmac('sha256', key).update(`${device} ${email}`).digest('base64url')}`;
    /** Returns the id of the device; undefined when the account does not know it. */
    const find = (header: string | undefined, email: string): string | undefined => {
      const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
      const value =
        cookies.find((cookie) => cookie.startsWith(`${deviceCookieFor(email)}=`))?.split('=')[1] ?? '';
      const [device = ''] = value.split('.');
      return device !== '' && isSameSecret(value, signed(device, email)) ? device : undefined;
    };
    return {
      find,
      /** Returns the `set-cookie` value after a sign-in. A known device keeps its id. */
      issue: (header: string | undefined, email: string): string => {
        const value = signed(find(header, email) ?? newToken('dev'), email);
        const secure = isSecure ? '; Secure' : '';
        return `${deviceCookieFor(email)}=${value}; Path=/; Max-Age=${deviceSeconds}; SameSite=Lax${secure}; HttpOnly`;
      },
    };
  },
});

/** An unused session ends after a day (SESSION-25). */
export const sessionSeconds = 24 * 60 * 60;

/** A session ends this long after its sign-in, even if it is in constant use (NIST SP 800-63B, level 1). */
export const longestSessionSeconds = 30 * sessionSeconds;

const providerSeconds = 30 * sessionSeconds;

/**
 * Under TLS the names begin with `__Host-`. Browsers accept such a cookie only from this very host, so a page on another subdomain cannot
 * plant one.
 */
const buildCookieNames = (isSecure: boolean) => {
  const prefix = isSecure ? '__Host-' : '';
  return {
    session: `${prefix}atelier_session`,
    /** The page reads this token and repeats it in `x-csrf-token`. */
    csrf: `${prefix}atelier_csrf`,
    /** The provider of the latest session, which is still known when the session is gone (ERROR-06). */
    provider: `${prefix}atelier_provider`,
  };
};

const createCookieReader = (name: string) => {
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
    const names = buildCookieNames(isSecure);
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
      tokenOf: createCookieReader(names.session),
      /** Returns the provider that a `cookie` header remembers. */
      providerOf: createCookieReader(names.provider),
    };
  },
});
