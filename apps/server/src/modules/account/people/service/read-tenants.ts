import type { TenantDetails, TenantOfUser } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import { ownUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { readSessionUser } from '../../identity/index.ts';
import { userTenants } from '../../tenancy/index.ts';
import { presentInvitedBy, presentTenant } from '../present.ts';

/** Lists the caller's tenants. An API key knows only its own. */
const tenantsOf = async (tx: TxCtx) => {
  const tenants = await userTenants.listWithOwners(tx.db, ownUserId(tx));
  return tx.actor.kind === 'user' ? tenants : tenants.filter(({ tenantId }) => tenantId === tx.tenantId);
};

/** Lists the tenants of the signed-in user, their own first (TENANT-02, TENANT-05). */
export const listTenants = (ctx: Ctx): Promise<TenantOfUser[]> =>
  ctx.tx(async (tx) => (await tenantsOf(tx)).map(presentTenant));

/** Returns one tenant of the signed-in user (TENANT-03, TENANT-12). */
export const getTenant = (ctx: Ctx, tenantId: string, isPopulated: boolean): Promise<TenantDetails> =>
  ctx.tx(async (tx) => {
    const tenants = await tenantsOf(tx);
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
