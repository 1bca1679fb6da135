import type { MemberRole } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';

interface RoleWords {
  name: string;
  /** Says in one sentence what the role may do (ROLE-15). */
  may: string;
}

export const roleWords: Record<Role, RoleWords> = {
  OWNER: { name: 'Owner', may: 'Everything, and owns the company: hands it over or deletes it.' },
  ADMIN: {
    name: 'Admin',
    may: 'Manages users, settings and billing, and builds. Cannot delete the company or change its owner.',
  },
  BUILDER: {
    name: 'Builder',
    may: 'Builds and shares apps, knowledge bases, agents, crews, flows and workers, and adds models. No users, settings or billing.',
  },
  OPERATOR: {
    name: 'Operator',
    may: 'Sees only what was given to them: asks apps, gives agents, crews and workers work, decides about the results of workers, starts flows, reads knowledge bases. Asks for more.',
  },
  USER: {
    name: 'User',
    may: 'Uses what is open to everyone in the company and what was given to them: apps, knowledge bases, agents, crews and workers. No flows, no decisions, builds nothing.',
  },
};

const givable: readonly MemberRole[] = ['ADMIN', 'BUILDER', 'OPERATOR', 'USER'];

/** The roles that can be given, as options with an explanation. */
export const roleChoices = givable.map((value) => ({
  value,
  label: roleWords[value].name,
  description: roleWords[value].may,
}));
