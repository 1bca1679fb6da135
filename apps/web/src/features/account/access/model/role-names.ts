import type { UserWithAccess } from '@atelier/contracts/account/access';

export const roleNames: Record<UserWithAccess['role'], string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
};
