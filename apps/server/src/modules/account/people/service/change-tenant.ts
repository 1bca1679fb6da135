import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { TenantDetails } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { readSessionUser } from '../../identity/index.ts';
import { fallBack, findTenant, prepareFallBack, renameTenant, tenantMembers } from '../../tenancy/index.ts';
import { orderMemberNotice } from './members.ts';
import { getTenant, readMovedUser, requireOwnTenant, sessionActor } from './own-session.ts';

export const updateTenant = async (ctx: Ctx, tenantId: string, name: string): Promise<TenantDetails> => {
  requireOwnTenant(ctx, tenantId);
  await ctx.tx(async (tx) => {
    await renameTenant(tx, name);
    await tx.audit('people.tenant_renamed', tenantId, { name });
  });
  return getTenant(ctx, tenantId, false);
};

/** Throws unless the typed name is that of the tenant. The name must be typed before a tenant is handed over or deleted. */
export const requireName = async ({ db, tenantId }: TxCtx, typed: string): Promise<void> => {
  const tenant = (await findTenant(db, tenantId)) ?? fail('people.tenant_not_found');
  if (typed.trim() !== tenant.tenantName.trim()) fail('people.name_mismatch');
};

interface HandOver {
  tenantId: string;
  /** The new owner. */
  userId: string;
  /** The name as the owner typed it. */
  tenantName: string;
  origin: string;
}

/** Makes another member the owner. The former owner becomes an admin. Both get a mail. */
export const transferOwnership = async (
  ctx: Ctx,
  { tenantId, userId, tenantName, origin }: HandOver,
): Promise<SessionUser> => {
  requireOwnTenant(ctx, tenantId);
  const owner = sessionActor(ctx);
  return ctx.tx(async (tx) => {
    await tenantMembers.lock(tx);
    await requireName(tx, tenantName);
    const heir = (await tenantMembers.find(tx, userId)) ?? fail('people.member_not_found');
    if (heir.role === 'OWNER') fail('people.own_membership');
    if (!(await tenantMembers.changeOwner(tx, { from: owner.userId, to: userId })))
      fail('people.member_not_found');
    const from = owner.userId;
    await orderMemberNotice(tx, { what: 'became-owner', userId, from, origin });
    await orderMemberNotice(tx, { what: 'handed-over', userId: from, to: userId, origin });
    await tx.audit('people.ownership_transferred', userId, { from: owner.userId });
    return readSessionUser(tx, owner.userId);
  });
};

/** Leaves the tenant. The session continues in the user's own one. */
export const leaveTenant = async (ctx: Ctx, tenantId: string): Promise<SessionUser> => {
  requireOwnTenant(ctx, tenantId);
  const { userId, role } = sessionActor(ctx);
  if (role === 'OWNER') fail('people.owner_cannot_leave');
  await prepareFallBack(ctx, { tenantId, userId });
  await ctx.tx(async (tx) => {
    await tenantMembers.lock(tx);
    if ((await tenantMembers.find(tx, userId))?.role === 'OWNER') fail('people.owner_cannot_leave');
    await fallBack(tx, userId);
    await tenantMembers.remove(tx, userId);
    await tx.audit('people.member_left', userId);
  });
  return readMovedUser(ctx);
};
