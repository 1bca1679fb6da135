import type { MemberRole } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import { userIdOf } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { fallBack, prepareFallBack, tenantMembers } from '../../tenancy/index.ts';
import { orderMemberNotice } from './member-notices.ts';

/** Finds a member who is neither the owner nor the caller. */
const findOther = async (tx: TxCtx, userId: string) => {
  await tenantMembers.lock(tx);
  const member = (await tenantMembers.find(tx, userId)) ?? fail('people.member_not_found');
  if (member.role === 'OWNER') fail('people.owner_stays');
  if (userIdOf(tx) === userId) fail('people.own_membership');
  return member;
};

/** Changes a role. Every request reads the role, so the change takes effect at once. */
export const updateMember = (ctx: Ctx, userId: string, role: MemberRole): Promise<void> =>
  ctx.tx(async (tx) => {
    const member = await findOther(tx, userId);
    if (!(await tenantMembers.changeRole(tx, userId, role))) fail('people.member_not_found');
    await tx.audit('people.role_changed', userId, { from: member.role, to: role });
  });

/** Removes a member. Their sessions here continue in their own tenant, their API key here is revoked (TENANT-10), and they get a mail. */
export const removeMember = async (ctx: Ctx, userId: string, origin: string): Promise<void> => {
  await ctx.tx((tx) => findOther(tx, userId));
  await prepareFallBack(ctx, { tenantId: ctx.tenantId, userId });
  await ctx.tx(async (tx) => {
    const { role } = await findOther(tx, userId);
    await fallBack(tx, userId);
    await tenantMembers.remove(tx, userId);
    await orderMemberNotice(tx, { what: 'removed', userId, origin });
    await tx.audit('people.member_removed', userId, { role });
  });
};
