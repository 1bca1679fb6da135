import type { Role } from '@atelier/contracts/kernel/permissions';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { type MemberQuery, memberRepository, type NamedMember, tenancyRepository } from '../repository.ts';
import type { memberships } from '../tables.ts';

/** An actor with the access of a member, under a name of its own. */
interface Acting {
  memberId: string;
  name: string;
}

/**
 * Returns the context in which what `find` returns acts: with the access that its member has now, whoever uses it. Returns undefined when
 * there is no such thing, or when the member has left the company.
 */
const asMember = async (
  ctx: Ctx,
  find: (tx: TxCtx) => Promise<Acting | undefined>,
): Promise<Ctx | undefined> => {
  const owner = await ctx.tx(async (tx) => {
    const acting = await find(tx);
    const member = acting && (await tenancyRepository.findMember(tx.db, tx.tenantId, acting.memberId));
    return member && { userId: member.userId, role: member.role, name: acting.name };
  });
  return owner && ctx.inTenant(ctx.tenantId, { kind: 'user', ...owner });
};

/** The members of the tenant. */
export const tenantMembers = {
  asMember,

  /** Makes changes of members run one after another, so that the rules about the owner see the current state. */
  lock: async ({ db, tenantId }: TxCtx): Promise<void> => {
    await tenancyRepository.lockTenant(db, tenantId);
  },

  /** Finds members with their names, in the order of the names. */
  list: ({ db, tenantId }: TxCtx, query: MemberQuery): Promise<NamedMember[]> =>
    memberRepository.list(db, tenantId, query),

  find: ({ db, tenantId }: TxCtx, userId: string): Promise<typeof memberships.$inferSelect | undefined> =>
    tenancyRepository.findMember(db, tenantId, userId),

  add: (
    { db, tenantId }: TxCtx,
    member: { userId: string; role: Role; invitedBy: string | null },
  ): Promise<void> => tenancyRepository.insertMembership(db, { tenantId, ...member }),

  /** Takes effect from the next request on, because every request reads the role. Returns false when the member is gone. */
  changeRole: ({ db, tenantId }: TxCtx, userId: string, role: Role): Promise<boolean> =>
    tenancyRepository.setRole(db, { tenantId, userId, role }),

  /**
   * Makes `from` an admin and `to` the owner; the database allows only one owner. Returns false when the new owner is gone,
   * because the deletion of an account takes no lock. The caller must then roll back, or the tenant has no owner.
   */
  changeOwner: async (
    { db, tenantId }: TxCtx,
    { from, to }: { from: string; to: string },
  ): Promise<boolean> => {
    await tenancyRepository.setRole(db, { tenantId, userId: from, role: 'ADMIN' });
    return tenancyRepository.setRole(db, { tenantId, userId: to, role: 'OWNER' });
  },

  /** Removes the membership, with the sessions and the API key that depend on it. */
  remove: ({ db, tenantId }: TxCtx, userId: string): Promise<void> =>
    tenancyRepository.removeMember(db, tenantId, userId),
};

export const renameTenant = ({ db, tenantId }: TxCtx, name: string): Promise<void> =>
  tenancyRepository.rename(db, tenantId, name);
