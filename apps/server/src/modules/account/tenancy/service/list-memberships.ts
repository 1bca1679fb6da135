import type { Role } from '@atelier/contracts/kernel/permissions';
import { type AnyDb, type TenantWithRole, tenancyRepository } from '../repository.ts';

/** A tenant that a user belongs to. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  status: 'ACTIVE' | 'DISABLED';
  role: Role;
}

/** Lists the tenants of a user, including disabled ones: their own first, then by age. */
export const listMemberships = (db: AnyDb, userId: string): Promise<Membership[]> =>
  tenancyRepository.listMemberships(db, userId);

/** Lists the same tenants with their owners, for the interface. */
export const listTenantsOf = (db: AnyDb, userId: string): Promise<TenantWithRole[]> =>
  tenancyRepository.listWithOwners(db, userId);
