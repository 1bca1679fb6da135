import { z } from 'zod';
import { Role } from '../../kernel/permissions.ts';
import { requiredText, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';
import { Email, NewPassword, PersonName, WalkthroughTutorials } from '../identity/auth.ts';

/** What a company can be (TENANT-04): in use, or closed by the operator of the server or because it is being deleted. */
export const TenantStatus = z.enum(['ACTIVE', 'DISABLED']);
export type TenantStatus = z.infer<typeof TenantStatus>;

/** Every role that can be given away; there is one owner, and ownership is transferred (ROLE-03). */
export const MemberRole = Role.exclude(['OWNER']);
export type MemberRole = z.infer<typeof MemberRole>;

export const CompanyName = requiredText(100, 'Please enter your company name');

export const RenamedCompany = z.object({ tenantName: CompanyName });

/** Who becomes the owner, and the name of the company as it was typed to confirm it. */
export const NewOwner = z.object({
  userId: requiredText(100, 'Please choose the new owner'),
  tenantName: z.string().max(200),
});

export const AskForAccess = z.object({
  message: requiredText(1000, 'Please say what you need and what for'),
});

/** A company as somebody who belongs to it sees it; name, picture and email are its owner's (TENANT-03). */
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
  /** The role of the signed-in person in it. */
  role: Role,
  isOwn: z.boolean(),
});
export type TenantOfUser = z.infer<typeof TenantOfUser>;

export const TenantDetails = z.object({
  ...tenantFields,
  role: Role,
  createdAt: Timestamp,
  /** The companies that invited the signed-in person; `tenant` is there with `populate=invitedBy`. */
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

/** What the holder of the mailed link sees before signing in, and nothing else. */
export const InvitationShown = z.object({
  companyName: z.string(),
  invitedBy: z.string(),
  role: MemberRole,
  email: z.string(),
  expiresAt: Timestamp,
  status: InvitationStatus,
  /** Whether the address has an account, which is then asked to sign in. */
  hasAccount: z.boolean(),
});
export type InvitationShown = z.infer<typeof InvitationShown>;

export const PersonStatus = z.enum(['ACTIVE', 'INVITED', 'EXPIRED']);
export type PersonStatus = z.infer<typeof PersonStatus>;

/** One line of the list of users: a member, or an invitation that was not accepted yet. */
export const Person = z.object({
  /** The user id of a member, the invitation id of somebody invited. */
  id: z.string(),
  status: PersonStatus,
  /** Null as long as an invitation is open. */
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
    /** Only where no mail server brings the link. */
    copyLink: z.boolean(),
  }),
});
export type Person = z.infer<typeof Person>;

export const NewInvitation = z.object({ email: Email, role: MemberRole.default('USER') });

/** How an invitation is accepted without an account; the address is the invitation's. */
export const NewMember = z.object({
  name: PersonName,
  password: NewPassword,
  /** AUTH-09: whether the person agreed to the terms and the privacy policy. */
  acceptTerms: z.boolean().optional(),
});

/** What a company takes along when it is deleted. */
export const Holdings = z.object({
  tenantName: z.string(),
  members: z.number().int(),
  invitations: z.number().int(),
  entities: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number().int() })),
  files: z.object({ count: z.number().int(), bytes: z.number() }),
  /** Credits that were not spent. */
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
  name: z.string(),
  /** Where it is opened in the browser. */
  address: z.string(),
});

export type FoundEntity = z.infer<typeof FoundEntity>;
