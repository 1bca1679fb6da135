import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@atelier/contracts';
import { roleMay } from '@atelier/contracts';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import type { Principal } from './principal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Forgeable {
  endpoint: Endpoint;
  request: FastifyRequest;
  /** The configured address of the server; browsers may state it although a proxy changed `Host`. */
  publicUrl: string | undefined;
}

const isFromElsewhere = ({ request, publicUrl }: Forgeable): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return true;
  if (origin === undefined || origin === 'null') return false;
  const host = URL.parse(origin)?.host;
  return host !== request.host && (publicUrl === undefined || host !== URL.parse(publicUrl)?.host);
};

const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Refuses a principal that the endpoint's `access` does not admit. */
export const checkAccess = (endpoint: Endpoint, principal: Principal | null): void => {
  const { access } = endpoint;
  if ('public' in access || 'appUser' in access) return;
  if (!principal) return fail('auth.unauthenticated');
  if ('allow' in access && !roleMay(principal.role, access.allow))
    return fail('auth.forbidden', { needs: access.allow });
};

/**
 * Refuses an unsafe request that another site made the browser send. A cookie as proof needs the session's token in
 * `x-csrf-token`; without a session the origin that the browser states must be our own wherever cookies are sent or
 * made: other sites may not sign a visitor in, but may ask what is public.
 */
export const checkForgery = (forgeable: Forgeable): void => {
  const { endpoint, request } = forgeable;
  const { principal, headers } = request;
  if (safeMethods.has(request.method) || principal?.kind === 'api-key') return;
  const fromElsewhere = isFromElsewhere(forgeable);
  if (principal === null) {
    if (fromElsewhere && (headers.cookie !== undefined || endpoint.rate === 'auth')) fail('request.csrf');
    return;
  }
  // Programs that hold the cookie jar themselves send neither header; a browser always sends one of them.
  const byBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
  if (!byBrowser) return;
  const sent = headers['x-csrf-token'];
  if (fromElsewhere || typeof sent !== 'string' || !sameText(sent, principal.csrfToken ?? ''))
    fail('request.csrf');
};

/** Refuses a `tenantId` that is not the session's. It is accepted for old clients and never trusted. */
export const checkTenant = (tenantId: string, ...parts: unknown[]): void => {
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || !('tenantId' in part)) continue;
    if (part.tenantId !== undefined && part.tenantId !== tenantId) fail('auth.tenant_mismatch');
  }
};
