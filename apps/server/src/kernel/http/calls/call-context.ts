import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../base/errors.ts';
import type { Ctx } from '../../context/context.ts';
import { createContext, proveFirst } from '../../context/create-context.ts';
import { withoutTenant } from '../../db/transaction/with-tenant.ts';
import type { Anonymous } from '../../module/exchange.ts';
import { type AppUser, appUserActor, type Principal, toActor } from '../../module/principal.ts';
import { checkAppUser } from '../guard.ts';
import { findPublicTenant } from '../public-objects.ts';
import type { RouteParts } from './route-parts.ts';

const createUserContext = (parts: RouteParts, request: FastifyRequest, principal: Principal): Ctx =>
  createContext({
    pool: parts.pool,
    container: parts.container,
    services: parts.services,
    tenantId: principal.tenantId,
    actor: toActor(principal),
    requestId: request.id,
    address: request.ip,
    trail: request.trail,
    supposed: principal.supposed,
  });

const createAppUserContext = (parts: RouteParts, request: FastifyRequest): Ctx => {
  const appUser = request.appUser ?? fail('auth.unauthenticated');
  return createContext({
    pool: parts.pool,
    container: parts.container,
    services: parts.services,
    tenantId: appUser.tenantId,
    actor: appUserActor(appUser),
    requestId: request.id,
    address: request.ip,
    trail: request.trail,
  });
};

/** Returns a function that authenticates the app user once. It throws `request.csrf` for a request that another site may have sent. */
const findAppUser = ({ authenticateAppUser }: RouteParts, request: FastifyRequest) => {
  let finding: Promise<AppUser | null> | undefined;
  return async () => {
    finding ??= authenticateAppUser(request.headers);
    const appUser = await finding;
    if (appUser) checkAppUser(request, appUser);
    request.appUser ??= appUser;
    return appUser;
  };
};

export const createAnonymous = (
  parts: RouteParts,
  request: FastifyRequest,
  principal: Principal | null = request.principal,
): Anonymous => ({
  requestId: request.id,
  log: parts.services.log,
  services: parts.services,
  principal,
  own: principal ? createUserContext(parts, request, principal) : null,
  appUser: findAppUser(parts, request),
  forTenant: (tenantId, actor) =>
    createContext({
      ...parts,
      tenantId,
      actor,
      requestId: request.id,
      address: request.ip,
      trail: request.trail,
      supposed: principal?.supposed,
    }),
  findOwnerTenant: (id) => findPublicTenant(parts.pool, id),
  globally: async (work) => {
    await proveFirst(parts.pool, principal?.supposed);
    return withoutTenant(parts.pool, work);
  },
  use: (definition) => parts.container.use(definition),
});

/** Returns the context in which the handler of an endpoint works. */
export const createCallContext = (
  parts: RouteParts,
  { access }: Endpoint,
  request: FastifyRequest,
): Anonymous | Ctx => {
  if ('public' in access) return createAnonymous(parts, request);
  if ('appUser' in access) return createAppUserContext(parts, request);
  return createUserContext(parts, request, request.principal ?? fail('auth.unauthenticated'));
};
