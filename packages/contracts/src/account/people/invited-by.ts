import type { Role } from '../../kernel/permissions.ts';

/**
 * The invited-by action check (ROLE-07 to ROLE-09): whether the selected profile may turn to the person who invited it and
 * ask for more access. An operator works only with what they were given; every other role does not need it.
 */
export const mayAskInviter = (selectedUser: { role: Role } | null | undefined): boolean =>
  selectedUser?.role === 'OPERATOR';
