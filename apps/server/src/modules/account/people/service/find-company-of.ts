import type { Ctx } from '../../../../kernel/context/context.ts';
import { listMemberships } from '../../tenancy/index.ts';
import { sessionActor } from './own-session.ts';

interface CompanyFound {
  tenantId: string;
  tenantName: string;
}

/**
 * Which other company of the signed-in person a thing belongs to, for a link that was opened in the wrong one. Each company
 * is asked in a transaction of its own, with the person's role there: what they may not see there is not found.
 */
export const findCompanyOf = async (ctx: Ctx, entityId: string): Promise<CompanyFound | null> => {
  const actor = sessionActor(ctx);
  const kind = ctx.services.entities.find(({ prefix }) => entityId.startsWith(prefix));
  if (kind === undefined) return null;
  const memberships = await ctx.tx(({ db }) => listMemberships(db, actor.userId));
  for (const { tenantId, tenantName, status, role } of memberships) {
    if (tenantId === ctx.tenantId || status !== 'ACTIVE') continue;
    const found = await ctx.inTenant(tenantId, { ...actor, role }).tx((tx) => kind.find(tx, entityId));
    if (found !== undefined) return { tenantId, tenantName };
  }
  return null;
};
