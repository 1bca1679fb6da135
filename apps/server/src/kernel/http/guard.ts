import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { roleMay } from '@atelier/contracts/kernel/permissions';
import type { FastifyRequest } from 'fastify';
import { AppError, fail } from '../base/errors.ts';
import type { AppUser, Principal } from '../module/principal.ts';
import { defineService } from '../services/services.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Forgeable {
  endpoint: Endpoint;
  request: FastifyRequest;
  /** The configured address of the server. A browser may send it as the origin although a proxy changed `Host`. */
  publicUrl: string | undefined;
}

const isFromElsewhere = ({ request, publicUrl }: Forgeable): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return true;
  if (origin === undefined) return false;
  // Frames in a sandbox and pages without an address have this origin. A page of ours has it where it sends no referrer.
  if (origin === 'null') return site !== 'same-origin' && site !== 'none';
  const host = URL.parse(origin)?.host;
  return host !== request.host && (publicUrl === undefined || host !== URL.parse(publicUrl)?.host);
};

const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** True for a signed-in operator. An API key does not count, because actions that concern every tenant must be taken by a human. */
export const isInternalSession = (principal: Principal | null): boolean =>
  principal?.kind === 'user' && principal.isInternal;

interface Asked {
  endpoint: Endpoint;
  request: Pick<FastifyRequest, 'params'>;
}

/** Returns the address that was asked for, as the endpoint writes it, with its parameters filled in. */
const buildRequestPath = ({ endpoint, request: { params } }: Asked): string =>
  endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(Object(params), name))),
  );

/** True when the caller may use only some addresses, and this is none of them. */
const isOutOfReach = (asked: Asked, { reaches }: Principal): boolean => {
  if (!reaches) return false;
  const address = buildRequestPath(asked);
  return reaches.every((each) => (each.endsWith('/') ? !address.startsWith(each) : address !== each));
};

/** Returns the reason why the `access` of the endpoint refuses the principal; undefined when it does not. */
const findRefusal = (asked: Asked, principal: Principal | null): AppError | undefined => {
  const { access } = asked.endpoint;
  if (principal && isOutOfReach(asked, principal)) return new AppError('auth.forbidden');
  if ('public' in access || 'appUser' in access) return undefined;
  if (!principal) return new AppError('auth.unauthenticated');
  if ('internal' in access && !isInternalSession(principal)) return new AppError('request.not_found');
  if ('allow' in access && !roleMay(principal.role, access.allow))
    return new AppError('auth.forbidden', { needs: access.allow });
  return undefined;
};

export const mayAccess = (asked: Asked, principal: Principal | null): boolean =>
  findRefusal(asked, principal) === undefined;

/** Throws when the `access` of the endpoint does not allow the principal. */
export const checkAccess = (asked: Asked, principal: Principal | null): void => {
  const refusal = findRefusal(asked, principal);
  if (refusal) throw refusal;
};

/** Other sites may not sign a visitor in or make the browser send its cookies, but they may call public endpoints. */
const checkVisitor = (forgeable: Forgeable): void => {
  const carriesCookies = forgeable.request.headers.cookie !== undefined;
  if ((carriesCookies || forgeable.endpoint.rate === 'auth') && isFromElsewhere(forgeable))
    fail('request.csrf');
};

/** A browser with a session of a member and one of an app user sends the tokens of both, because a page cannot tell which of them counts. */
const hasToken = ({ headers }: FastifyRequest, csrfToken: string | null): boolean => {
  const { 'x-csrf-token': sent } = headers;
  return (
    csrfToken !== null &&
    typeof sent === 'string' &&
    sent.split(',').some((token) => sameText(token.trim(), csrfToken))
  );
};

const checkSession = (forgeable: Forgeable, csrfToken: string | null): void => {
  if (isFromElsewhere(forgeable) || !hasToken(forgeable.request, csrfToken)) fail('request.csrf');
};

/**
 * Refuses an unsafe request that another site made the browser send. With a session cookie, `x-csrf-token` must carry the session's token.
 * Without a session, the origin that the browser states must be our own wherever cookies are read or set.
 */
export const checkForgery = (forgeable: Forgeable): void => {
  const { method, principal, appUser } = forgeable.request;
  if (safeMethods.has(method) || principal?.kind === 'api-key') return;
  if (principal) return checkSession(forgeable, principal.csrfToken);
  checkVisitor(forgeable);
  if (appUser) checkAppUser(forgeable.request, appUser);
};

/**
 * Refuses an unsafe request that has the cookie of an app user and not the token of that session. Where everybody may call an endpoint, it is
 * called when the endpoint asks who the app user is. A member's own token, which is checked before, proves the page as well.
 */
export const checkAppUser = (request: FastifyRequest, { csrfToken }: Pick<AppUser, 'csrfToken'>): void => {
  if (csrfToken === null || safeMethods.has(request.method) || request.principal) return;
  if (!hasToken(request, csrfToken)) fail('request.csrf');
};

/** True when a `tenantId` that is sent to the endpoint can only be the caller's own. */
export const isBoundToTenant = ({ access, foreignTenant }: Endpoint): boolean =>
  !('public' in access) && foreignTenant === undefined;

/**
 * Refuses a `tenantId` other than the session's. Old clients send it, and it is never trusted. The input is checked as it came, whether or
 * not a schema of the endpoint has the field.
 */
export const checkTenant = (caller: Pick<Principal, 'tenantId'> | null, ...sent: unknown[]): void => {
  if (caller === null) return;
  for (const part of sent) {
    if (typeof part !== 'object' || part === null || !('tenantId' in part)) continue;
    if (part.tenantId !== undefined && part.tenantId !== caller.tenantId) fail('auth.tenant_mismatch');
  }
};

/** Makes the token that a page repeats in `x-csrf-token` when it sends an unsafe request with the cookie of a session. */
export const forgeryTokens = defineService({
  name: 'kernel.forgery-tokens',
  create: ({ secrets }) => {
    const key = Buffer.from(secrets.derive('csrf'), 'hex');
    return {
      /** Derived from a key of this server, for the session with this hash only. */
      forSession: (tokenHash: string): string =>
        createHmac('sha256', key).update(tokenHash).digest('base64url'),
    };
  },
});
