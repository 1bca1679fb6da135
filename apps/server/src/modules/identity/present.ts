import { rolePermissions, type SessionUser } from '@atelier/contracts';
import type { Membership } from '../tenancy/index.ts';
import type { UserRow } from './repository.ts';

/** The session user (SESSION-01): the first word of a name is the first name, the rest the last. */
export const presentSessionUser = (user: UserRow, membership: Membership): SessionUser => {
  const [firstName = '', ...lastName] = user.name.split(/\s+/);
  return {
    userId: user.id,
    tenantId: membership.tenantId,
    tenantName: membership.tenantName,
    role: membership.role,
    name: user.name,
    firstName,
    lastName: lastName.join(' '),
    email: user.email,
    email_verified: user.emailVerified,
    profilePicture: user.picture,
    permissions: [...rolePermissions[membership.role]],
  };
};
