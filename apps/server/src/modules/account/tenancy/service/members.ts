import type { Role } from '@atelier/contracts/kernel/permissions';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';
import type { memberships } from '../tables.ts';

export type MembershipRow = typeof memberships.$inferSelect;

/** Makes changes of members run one after another, so that the rules about the owner see the current state. */
export const lockMembers = async ({ db, tenantId }: TxCtx): Promise<void> => {
  await tenancyRepository.lockTenant(db, tenantId);
};

export const findMembership = ({ db, tenantId }: TxCtx, userId: string): Promise<MembershipRow | undefined> =>
  tenancyRepository.findMember(db, tenantId, userId);

export const addMember = (
  { db, tenantId }: TxCtx,
  member: { userId: string; role: Role; invitedBy: string | null },
): Promise<void> => tenancyRepository.insertMembership(db, { tenantId, ...member });

/** Takes effect from the next request on, because every request reads the role. Returns false when the member is gone. */
export const changeRole = ({ db, tenantId }: TxCtx, userId: string, role: Role): Promise<boolean> =>
  tenancyRepository.setRole(db, { tenantId, userId, role });

/** Removes the membership, with the sessions and the API key that depend on it. */
export const removeMember = ({ db, tenantId }: TxCtx, userId: string): Promise<void> =>
  tenancyRepository.removeMember(db, tenantId, userId);

/**
 * Makes `from` an admin and `to` the owner; the database allows only one owner. Returns false when the new owner is gone, because the
 * deletion of an account takes no lock. The caller must then roll back, or the tenant has no owner.
 */
export const changeOwner = async (tx: TxCtx, change: { from: string; to: string }): Promise<boolean> => {
  await changeRole(tx, change.from, 'ADMIN');
  return changeRole(tx, change.to, 'OWNER');
};

export const renameTenant = ({ db, tenantId }: TxCtx, name: string): Promise<void> =>
  tenancyRepository.rename(db, tenantId, name);
