import type { Ctx } from '../../../../kernel/context/context.ts';
import { userTenants } from '../../tenancy/index.ts';
import { sessionActor } from './own-session.ts';

interface TenantFound {
  tenantId: string;
  tenantName: string;
}

/**
 * Finds the other tenant of the caller to which an entity belongs, for a link that was opened in the wrong tenant. Each tenant is searched
 * in a transaction of its own, with the caller's role there, so entities that the caller may not see there are not found.
 */
export const findTenantOf = async (ctx: Ctx, entityId: string): Promise<TenantFound | null> => {
  const actor = sessionActor(ctx);
  const kind = ctx.services.entities.find(({ prefix }) => entityId.startsWith(prefix));
  if (kind === undefined) return null;
  const memberships = await ctx.tx(({ db }) => userTenants.list(db, actor.userId));
  for (const { tenantId, tenantName, status, role } of memberships) {
    if (tenantId === ctx.tenantId || status !== 'ACTIVE') continue;
    const found = await ctx.inTenant(tenantId, { ...actor, role }).tx((tx) => kind.find(tx, entityId));
    if (found !== undefined) return { tenantId, tenantName };
  }
  return null;
};
