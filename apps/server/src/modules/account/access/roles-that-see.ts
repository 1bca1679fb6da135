import { Role, roleMay } from '@atelier/contracts/kernel/permissions';

/** Returns the roles that see an entity without a grant. `shared` means that it is open to every member of the tenant. */
export const rolesThatSee = (shared: boolean): Role[] =>
  Role.options.filter(
    (role) => roleMay(role, 'entities:all') || (shared && roleMay(role, 'entities:shared')),
  );
