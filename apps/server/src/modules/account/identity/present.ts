import type { SessionUser, WalkthroughTutorials } from '@atelier/contracts/account/identity/auth';
import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import type { Membership } from '../tenancy/index.ts';
import type { UserRow } from './repository/user-repository.ts';
import type { Guide } from './tables.ts';

export const presentGuides = (seen: readonly Guide[]): WalkthroughTutorials => ({
  hasSeenKbGuide: seen.includes('KB'),
  hasSeenAppGuide: seen.includes('APP'),
  hasSeenAgentGuide: seen.includes('AGENT'),
});

/** Presents the user of a session (SESSION-01): the first word of a name is the first name, the rest the last name. */
export const presentSessionUser = (
  user: UserRow,
  membership: Membership,
  adminTenantId: string | null,
): SessionUser => {
  const [firstName = '', ...lastName] = user.name.split(/\s+/);
  return {
    userId: user.id,
    tenantId: membership.tenantId,
    tenantName: membership.tenantName,
    companyName: membership.tenantName,
    adminTenantId,
    privacyPolicy: user.termsAcceptedAt !== null,
    termsAndConditions: user.termsAcceptedAt !== null,
    userWalkthroughTutorials: presentGuides(user.guidesSeen),
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
