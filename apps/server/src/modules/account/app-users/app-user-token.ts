import type { IncomingHttpHeaders } from 'node:http';
import { createContext } from '../../../kernel/context/create-context.ts';
import { forgeryTokens } from '../../../kernel/http/guard.ts';
import type { AppUser, AuthenticateAppUser } from '../../../kernel/module/principal.ts';
import { hashToken, newToken } from '../../../kernel/secrets/secrets.ts';
import { defineService, type ServiceContainer, type Services } from '../../../kernel/services/services.ts';
import { findTenant } from '../tenancy/index.ts';
import { toFullName } from './present.ts';
import { appUserRepository } from './repository/app-users.ts';

/** A session of an app user lasts 30 days from the sign-in, as the default of cookies (CONST-09). */
export const appUserSessionSeconds = 30 * 24 * 60 * 60;

const tokenPattern = /^aus_[\w-]{43}\.(ten_\w{1,60})$/;
const bearerPattern = /^bearer +(aus_\S{1,150})$/i;

/** Makes a token, which names its tenant, so that it is looked up under the row policies of that tenant. */
export const newAppUserToken = (tenantId: string): string => `${newToken('aus')}.${tenantId}`;

interface PresentedToken {
  tenantId: string;
  tokenHash: string;
}

/** Returns the tenant and the hash of a token; undefined for every other text. */
const readAppUserToken = (token: string | undefined): PresentedToken | undefined => {
  const tenantId = token === undefined ? undefined : tokenPattern.exec(token)?.[1];
  return token === undefined || tenantId === undefined
    ? undefined
    : { tenantId, tokenHash: hashToken(token) };
};

const cookieName = 'atelier_app_user';
/** The page reads this token and repeats it in `x-csrf-token`. */
const forgeryCookieName = 'atelier_app_user_csrf';

/** Makes and reads the cookie of app users. A page reads it no more than a builder's, and the two are never mistaken for each other. */
export const appUserCookie = defineService({
  name: 'app-users.cookie',
  create: ({ config }, use) => {
    const isSecure = config.server.publicUrl?.startsWith('https:') ?? false;
    const prefix = isSecure ? '__Host-' : '';
    const name = `${prefix}${cookieName}`;
    const tokens = use(forgeryTokens);
    const attributes = (seconds: number): string =>
      `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    const forgeryCookie = (value: string, seconds: number): string =>
      `${prefix}${forgeryCookieName}=${value}; ${attributes(seconds)}`;
    const readToken = (cookies: string | undefined): string | undefined =>
      cookies
        ?.split(';')
        .map((cookie) => cookie.trim())
        .find((cookie) => cookie.startsWith(`${name}=`))
        ?.slice(name.length + 1);
    return {
      issue: (token: string): string[] => [
        `${name}=${token}; ${attributes(appUserSessionSeconds)}; HttpOnly`,
        forgeryCookie(tokens.forSession(hashToken(token)), appUserSessionSeconds),
      ],
      clear: (): string[] => [`${name}=; ${attributes(0)}; HttpOnly`, forgeryCookie('', 0)],
      /** Returns the token of a request. A request with an `Authorization` header is judged by it alone. */
      read: (headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>): PresentedToken | undefined =>
        readAppUserToken(
          headers.authorization === undefined
            ? readToken(headers.cookie)
            : bearerPattern.exec(headers.authorization)?.[1],
        ),
      /** Returns the token that the page of a request with the cookie has to repeat, and the cookie that gives it to a page without it. */
      readPage: ({
        authorization,
        cookie,
      }: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>): Pick<AppUser, 'csrfToken' | 'setCookie'> => {
        const token = authorization === undefined ? readToken(cookie) : undefined;
        if (token === undefined) return { csrfToken: null };
        const csrfToken = tokens.forSession(hashToken(token));
        return cookie?.includes(`${forgeryCookieName}=${csrfToken}`) === true
          ? { csrfToken }
          : { csrfToken, setCookie: forgeryCookie(csrfToken, appUserSessionSeconds) };
      },
    };
  },
});

/** Makes the authentication by the cookie or the bearer token of an app user. It takes one round trip to the database. */
export const createAuthenticateAppUser = (
  services: Services,
  container: ServiceContainer,
): AuthenticateAppUser => {
  const cookie = container.use(appUserCookie);
  return async (headers) => {
    const presented = cookie.read(headers);
    const page = cookie.readPage(headers);
    if (!presented) return null;
    const { tenantId, tokenHash } = presented;
    const actor = { kind: 'system' as const, name: 'app-users.authenticate' };
    return createContext({ pool: services.identityPool, container, services, tenantId, actor }).read(
      async ({ db }) => {
        const [row, tenant] = await Promise.all([
          appUserRepository.findBySession(db, tokenHash),
          findTenant(db, tenantId),
        ]);
        if (!row || tenant?.status !== 'ACTIVE') return null;
        return { appUserId: row.id, tenantId, name: toFullName(row), email: row.email, ...page };
      },
    );
  };
};
