import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { TenantDetails, TenantOfUser } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { type Caller, openSession, readSessionUser } from '../../identity/index.ts';
import { userTenants } from '../../tenancy/index.ts';
import { presentInvitedBy, presentTenant } from '../present.ts';

/** Lists the caller's tenants. An API key knows only its own. */
const listOwnTenants = async (tx: TxCtx) => {
  const tenants = await userTenants.listWithOwners(tx.db, ownUserId(tx));
  return tx.actor.kind === 'user' ? tenants : tenants.filter(({ tenantId }) => tenantId === tx.tenantId);
};

/** Lists the tenants of the signed-in user, their own first (TENANT-02, TENANT-05). */
export const listTenants = (ctx: Ctx): Promise<TenantOfUser[]> =>
  ctx.tx(async (tx) => (await listOwnTenants(tx)).map(presentTenant));

/** Returns one tenant of the signed-in user (TENANT-03, TENANT-12). */
export const getTenant = (ctx: Ctx, tenantId: string, isPopulated: boolean): Promise<TenantDetails> =>
  ctx.tx(async (tx) => {
    const tenants = await listOwnTenants(tx);
    const tenant = tenants.find((one) => one.tenantId === tenantId) ?? fail('people.tenant_not_found');
    const { isOwn: _isOwn, ...shown } = presentTenant(tenant);
    const { userWalkthroughTutorials } = await readSessionUser(tx, ownUserId(tx));
    return {
      ...shown,
      createdAt: tenant.createdAt.toISOString(),
      invitedBy: presentInvitedBy(tenants, isPopulated),
      userWalkthroughTutorials,
    };
  });

/** Throws for the id of any tenant but the session's. */
export const requireOwnTenant = (ctx: Ctx, tenantId: string): void => {
  if (tenantId !== ctx.tenantId) fail('people.tenant_not_found');
};

/** Returns the user of the session. Throws for an API key, which belongs to one tenant and cannot leave it. */
export const sessionActor = ({ actor }: Ctx) =>
  actor.kind === 'user' ? actor : fail('people.session_needed');

/** Reads the user in the tenant in which their session continues, after it left another. */
export const readMovedUser = async (ctx: Ctx): Promise<SessionUser> => {
  const actor = sessionActor(ctx);
  const memberships = await ctx.tx(({ db }) => userTenants.list(db, actor.userId));
  const home = memberships.find(({ status }) => status === 'ACTIVE') ?? fail('auth.no_membership');
  return ctx
    .inTenant(home.tenantId, { ...actor, role: home.role })
    .tx((tx) => readSessionUser(tx, actor.userId));
};

/** Moves the session to another tenant of the user, under a new token (TENANT-06 to TENANT-09). */
export const switchTenant = async (
  ctx: Ctx,
  tenantId: string,
  caller: Caller,
): Promise<{ user: SessionUser; token: string }> => {
  const memberships = await ctx.tx(({ db }) => {
    const { actor } = ctx;
    return 'userId' in actor ? userTenants.list(db, actor.userId) : Promise.resolve([]);
  });
  const target = memberships.find((one) => one.tenantId === tenantId) ?? fail('people.tenant_not_found');
  const actor = sessionActor(ctx);
  if (target.status !== 'ACTIVE') fail('people.tenant_disabled');
  return ctx.inTenant(tenantId, { ...actor, role: target.role }).tx(async (tx) => {
    const token = await openSession(tx, actor.userId, caller);
    await tx.audit('people.tenant_switched', actor.userId, { from: ctx.tenantId });
    return { user: await readSessionUser(tx, actor.userId), token };
  });
};

interface TenantFound {
  tenantId: string;
  tenantName: string;
}

/**
 * Finds the other tenant of the caller to which an entity belongs, for a link that was opened in the wrong tenant. Each tenant is searched
 * in a transaction of its own, with the caller's role there, so entities that the caller may not see there are not found.
 */
export const findEntityTenant = async (ctx: Ctx, entityId: string): Promise<TenantFound | null> => {
  const actor = sessionActor(ctx);
  const kind = ctx.services.extensions.of(entityKinds).find(({ prefix }) => entityId.startsWith(prefix));
  if (kind === undefined) return null;
  const memberships = await ctx.tx(({ db }) => userTenants.list(db, actor.userId));
  for (const { tenantId, tenantName, status, role } of memberships) {
    if (tenantId === ctx.tenantId || status !== 'ACTIVE') continue;
    const found = await ctx.inTenant(tenantId, { ...actor, role }).tx((tx) => kind.find(tx, entityId));
    if (found !== undefined) return { tenantId, tenantName };
  }
  return null;
};
