import type { Role } from '@atelier/contracts/kernel/permissions';
import { type AnyDb, type TenantWithRole, tenancyRepository } from '../repository.ts';

/** A company that a user belongs to. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  status: 'ACTIVE' | 'DISABLED';
  role: Role;
}

/** The companies of a user: the own one first, then the longest-standing. Disabled ones are among them. */
export const listMemberships = (db: AnyDb, userId: string): Promise<Membership[]> =>
  tenancyRepository.listMemberships(db, userId);

/** The same companies with their owners, for people to see. */
export const listTenantsOf = (db: AnyDb, userId: string): Promise<TenantWithRole[]> =>
  tenancyRepository.listWithOwners(db, userId);
