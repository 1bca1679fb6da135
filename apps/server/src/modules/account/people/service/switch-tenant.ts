import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type Caller, openSession, readSessionUser } from '../../identity/index.ts';
import { userTenants } from '../../tenancy/index.ts';
import { sessionActor } from './own-session.ts';

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
