import { z } from 'zod';
import { Role } from '../../kernel/permissions.ts';
import { requiredText, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';
import { Email, NewPassword, UserName, WalkthroughTutorials } from '../identity/auth.ts';

/** ACTIVE, or DISABLED by the operator or because the tenant is being deleted (TENANT-04). */
export const TenantStatus = z.enum(['ACTIVE', 'DISABLED']);
export type TenantStatus = z.infer<typeof TenantStatus>;

/** Every role that can be assigned. OWNER is not: a tenant has one owner, and ownership is transferred (ROLE-03). */
export const MemberRole = Role.exclude(['OWNER']);
export type MemberRole = z.infer<typeof MemberRole>;

export const TenantName = requiredText(100, 'Please enter your company name');

export const RenamedTenant = z.object({ tenantName: TenantName });

/** The user who becomes the owner, and the tenant's name, typed to confirm the transfer. */
export const NewOwner = z.object({
  userId: requiredText(100, 'Please choose the new owner'),
  tenantName: z.string().max(200),
});

export const AskForAccess = z.object({
  message: requiredText(1000, 'Please say what you need and what for'),
});

/** A tenant as its members see it. Name, picture and email are those of the owner (TENANT-03). */
const tenantFields = {
  tenantId: z.string(),
  tenantName: z.string(),
  companyName: z.string(),
  firstName: z.string(),
  profilePicture: z.string().nullable(),
  email: z.string(),
  status: TenantStatus,
};

export const TenantOfUser = z.object({
  ...tenantFields,
  /** The role of the signed-in user in this tenant. */
  role: Role,
  isOwn: z.boolean(),
});
export type TenantOfUser = z.infer<typeof TenantOfUser>;

export const TenantDetails = z.object({
  ...tenantFields,
  role: Role,
  createdAt: Timestamp,
  /** The tenants that invited the signed-in user; `tenant` is present only with `populate=invitedBy`. */
  invitedBy: z.array(
    z.object({ tenantId: z.string(), role: Role, tenant: z.object(tenantFields).nullable() }),
  ),
  userWalkthroughTutorials: WalkthroughTutorials,
});
export type TenantDetails = z.infer<typeof TenantDetails>;

export const Profile = z.object({
  userId: z.string(),
  tenantId: z.string(),
  role: Role,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  profilePicture: z.string().nullable(),
});

export const InvitationStatus = z.enum(['PENDING', 'EXPIRED', 'ACCEPTED', 'REVOKED']);
export type InvitationStatus = z.infer<typeof InvitationStatus>;

/** All that the holder of an invitation link sees before signing in. */
export const InvitationShown = z.object({
  companyName: z.string(),
  invitedBy: z.string(),
  role: MemberRole,
  email: z.string(),
  expiresAt: Timestamp,
  status: InvitationStatus,
  /** True when the address has an account; the page then asks to sign in. */
  hasAccount: z.boolean(),
});
export type InvitationShown = z.infer<typeof InvitationShown>;

export const MemberStatus = z.enum(['ACTIVE', 'INVITED', 'EXPIRED']);
export type MemberStatus = z.infer<typeof MemberStatus>;

/** One line of the list of users: a member, or an invitation that was not accepted yet. */
export const Member = z.object({
  /** The user id of a member, or the id of an open invitation. */
  id: z.string(),
  status: MemberStatus,
  /** Null for an open invitation. */
  name: z.string().nullable(),
  email: z.string(),
  profilePicture: z.string().nullable(),
  role: Role,
  isSelf: z.boolean(),
  joinedAt: Timestamp.nullable(),
  lastActiveAt: Timestamp.nullable(),
  invitedBy: z.string().nullable(),
  expiresAt: Timestamp.nullable(),
  abilities: z.object({
    changeRole: z.boolean(),
    remove: z.boolean(),
    resend: z.boolean(),
    revoke: z.boolean(),
    /** True only where no mail server is configured, so that the link has to be passed on by hand. */
    copyLink: z.boolean(),
  }),
});
export type Member = z.infer<typeof Member>;

export const NewInvitation = z.object({ email: Email, role: MemberRole.default('USER') });

/** Accepts an invitation and creates the account for its address. */
export const NewMember = z.object({
  name: UserName,
  password: NewPassword,
  /** True when the user agreed to the terms and the privacy policy (AUTH-09). */
  acceptTerms: z.boolean().optional(),
});

/** Counts of the data that is deleted together with a tenant. */
export const Holdings = z.object({
  tenantName: z.string(),
  members: z.number().int(),
  invitations: z.number().int(),
  entities: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number().int() })),
  files: z.object({ count: z.number().int(), bytes: z.number() }),
  /** Unspent credits. */
  credits: z.number(),
});
export type Holdings = z.infer<typeof Holdings>;

export const EntitySearch = z.object({
  ...tenantQuery,
  search: text(200).default(''),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

export const FoundEntity = z.object({
  entityId: z.string(),
  kind: z.string(),
  /** The kind in words: "knowledge base". */
  label: z.string(),
  name: z.string(),
  /** The address that opens the link in the browser. */
  address: z.string(),
});

export type FoundEntity = z.infer<typeof FoundEntity>;
