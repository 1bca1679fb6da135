import type { Role } from '../../kernel/permissions.ts';

/**
 * The invited-by action check (ROLE-07 to ROLE-09). Returns true when the selected profile may turn to the member who invited it and
 * ask for more access. Only OPERATOR may: the other roles do not depend on single grants.
 */
export const mayAskInviter = (selectedUser: { role: Role } | null | undefined): boolean =>
  selectedUser?.role === 'OPERATOR';
