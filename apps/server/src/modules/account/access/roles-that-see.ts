import { Role, roleMay } from '@atelier/contracts/kernel/permissions';

/** The roles that see a thing without being given it. `shared`: it is open to everyone in the company. */
export const rolesThatSee = (shared: boolean): Role[] =>
  Role.options.filter(
    (role) => roleMay(role, 'entities:all') || (shared && roleMay(role, 'entities:shared')),
  );
