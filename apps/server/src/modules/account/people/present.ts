import type {
  InvitationStatus,
  Member,
  TenantDetails,
  TenantOfUser,
} from '@atelier/contracts/account/people/people';
import type { userTenants } from '../tenancy/index.ts';
import { type Asker, computeAbilities } from './policy.ts';
import type { InvitationRow } from './repository/invitations.ts';
import type { MemberRow } from './repository/members.ts';

type TenantWithRole = Awaited<ReturnType<typeof userTenants.listWithOwners>>[number];

/** The first word of a name is the first name, the rest the last name. */
export const splitName = (name: string): { firstName: string; lastName: string } => {
  const [firstName = '', ...lastName] = name.split(/\s+/);
  return { firstName, lastName: lastName.join(' ') };
};

export const presentMember = (asker: Asker, row: MemberRow): Member => ({
  id: row.id,
  status: row.status,
  name: row.name,
  email: row.email,
  profilePicture: row.picture,
  role: row.role,
  isSelf: row.id === asker.userId,
  joinedAt: row.joinedAt?.toISOString() ?? null,
  lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
  invitedBy: row.invitedBy,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  abilities: computeAbilities(asker, row),
});

const presentFields = (tenant: TenantWithRole) => ({
  tenantId: tenant.tenantId,
  tenantName: tenant.tenantName,
  companyName: tenant.tenantName,
  firstName: splitName(tenant.ownerName ?? '').firstName,
  profilePicture: tenant.ownerPicture,
  email: tenant.ownerEmail ?? '',
  status: tenant.status,
});

export const presentTenant = (tenant: TenantWithRole): TenantOfUser => ({
  ...presentFields(tenant),
  role: tenant.role,
  isOwn: tenant.role === 'OWNER',
});

/** Presents the tenants that a user was invited to: all of theirs but their own. */
export const presentInvitedBy = (
  tenants: readonly TenantWithRole[],
  isPopulated: boolean,
): TenantDetails['invitedBy'] =>
  tenants
    .filter(({ role }) => role !== 'OWNER')
    .map((tenant) => ({
      tenantId: tenant.tenantId,
      role: tenant.role,
      tenant: isPopulated ? presentFields(tenant) : null,
    }));

export const invitationStatus = (row: InvitationRow, now: Date): InvitationStatus =>
  row.status === 'PENDING' && row.expiresAt <= now ? 'EXPIRED' : row.status;
