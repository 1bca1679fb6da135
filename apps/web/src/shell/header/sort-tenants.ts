import type { TenantOfUser } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';

export const roleNames: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
};

/** Returns the user's own tenant first and the others by name, and only those whose name contains the search text. */
export const sortTenants = (tenants: readonly TenantOfUser[], search: string): TenantOfUser[] => {
  const typed = search.trim().toLowerCase();
  return tenants
    .filter((tenant) => tenant.tenantName.toLowerCase().includes(typed))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.tenantName.localeCompare(b.tenantName));
};
