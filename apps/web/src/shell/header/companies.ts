import type { TenantOfUser } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';

export const roleNames: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
};

/** The own company first, the others by name; only those whose name contains what was typed. */
export const companiesToShow = (tenants: readonly TenantOfUser[], search: string): TenantOfUser[] => {
  const typed = search.trim().toLowerCase();
  return tenants
    .filter((tenant) => tenant.tenantName.toLowerCase().includes(typed))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.tenantName.localeCompare(b.tenantName));
};
