import type { UserWithAccess } from '@atelier/contracts/account/access';
import type { AccessRow } from './repository.ts';
import { rolesThatSee } from './roles-that-see.ts';

export const presentUserWithAccess = (row: AccessRow, shared: boolean): UserWithAccess => {
  const byRole = rolesThatSee(shared).includes(row.role);
  return {
    userId: row.userId,
    name: row.name,
    email: row.email,
    picture: row.picture,
    role: row.role,
    by: byRole ? 'ROLE' : 'GRANT',
    grantedAt: byRole ? null : (row.grantedAt?.toISOString() ?? null),
    grantedBy: byRole ? null : row.grantedBy,
    abilities: { canRemove: !byRole },
  };
};
