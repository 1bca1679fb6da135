import type { Role } from '@atelier/contracts/kernel/permissions';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';
import type { memberships } from '../tables.ts';

export type MembershipRow = typeof memberships.$inferSelect;

/** Changes of members follow one another, so that the rules about the owner are judged on what is true. */
export const lockMembers = async ({ db, tenantId }: TxCtx): Promise<void> => {
  await tenancyRepository.lockTenant(db, tenantId);
};

export const findMembership = ({ db, tenantId }: TxCtx, userId: string): Promise<MembershipRow | undefined> =>
  tenancyRepository.findMember(db, tenantId, userId);

export const addMember = (
  { db, tenantId }: TxCtx,
  member: { userId: string; role: Role; invitedBy: string | null },
): Promise<void> => tenancyRepository.insertMembership(db, { tenantId, ...member });

/** Counts from the next request on: every request reads the role anew. False when the member is gone. */
export const changeRole = ({ db, tenantId }: TxCtx, userId: string, role: Role): Promise<boolean> =>
  tenancyRepository.setRole(db, { tenantId, userId, role });

/** Takes the membership away, with the sessions and the API key that depend on it. */
export const removeMember = ({ db, tenantId }: TxCtx, userId: string): Promise<void> =>
  tenancyRepository.removeMember(db, tenantId, userId);

/**
 * The owner so far becomes an admin; the database admits one owner only. False when the heir is gone: whoever deletes their
 * account waits for nobody. The caller must give up then, or there is no owner.
 */
export const changeOwner = async (tx: TxCtx, change: { from: string; to: string }): Promise<boolean> => {
  await changeRole(tx, change.from, 'ADMIN');
  return changeRole(tx, change.to, 'OWNER');
};

export const renameTenant = ({ db, tenantId }: TxCtx, name: string): Promise<void> =>
  tenancyRepository.rename(db, tenantId, name);
