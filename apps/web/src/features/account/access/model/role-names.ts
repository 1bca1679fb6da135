import type { PersonWithAccess } from '@atelier/contracts/account/access';

export const roleNames: Record<PersonWithAccess['role'], string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
};
