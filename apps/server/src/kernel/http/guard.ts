import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@atelier/contracts';
import { roleMay } from '@atelier/contracts';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import type { Principal } from './principal.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

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
 * `x-csrf-token`; without a session the origin that the browser states must be our own (sign-in included).
 */
export const checkForgery = (request: FastifyRequest, principal: Principal | null): void => {
  if (safeMethods.has(request.method) || principal?.kind === 'api-key') return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const fromElsewhere =
    site === 'cross-site' ||
    (origin !== undefined && origin !== 'null' && URL.parse(origin)?.host !== request.host);
  if (principal === null) {
    if (fromElsewhere && request.headers.cookie !== undefined) fail('request.csrf');
    return;
  }
  // Programs that hold the cookie jar themselves send neither header; a browser always sends one of them.
  const byBrowser = site !== undefined || origin !== undefined;
  if (!byBrowser) return;
  const sent = request.headers['x-csrf-token'];
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
