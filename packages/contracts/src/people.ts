import { z } from 'zod';
import { Email, SessionUser } from './auth.ts';
import { defineContract } from './contract.ts';
import {
  AskForAccess,
  FoundEntity,
  Holdings,
  InvitationShown,
  MemberRole,
  NewInvitation,
  NewMember,
  NewOwner,
  Person,
  PersonStatus,
  Profile,
  RenamedCompany,
  TenantDetails,
  TenantOfUser,
} from './people-shapes.ts';
import { Role } from './permissions.ts';
import { Done, lookupId, pageOf, pageQuery, tenantQuery, text } from './shapes.ts';

export * from './people-shapes.ts';

const byTenant = { params: z.object({ id: lookupId }) };

export const people = defineContract({
  name: 'people',
  errors: {
    'people.tenant_not_found': {
      kind: 'not_found',
      message: 'This company does not exist, or you do not belong to it. Please choose another one.',
    },
    'people.tenant_disabled': {
      kind: 'forbidden',
      message: 'This company is disabled, so it cannot be opened. Please ask its owner or support.',
    },
    'people.session_needed': {
      kind: 'forbidden',
      message: 'An API key belongs to one person in one company. Please sign in to do this.',
    },
    'people.member_not_found': {
      kind: 'not_found',
      message: 'This person does not belong to your company.',
    },
    'people.own_membership': {
      kind: 'conflict',
      message: 'You cannot change your own role or remove yourself. Another admin can, or leave the company.',
    },
    'people.owner_stays': {
      kind: 'conflict',
      message: 'The owner keeps this role until the ownership is transferred under Settings, Company.',
    },
    'people.owner_cannot_leave': {
      kind: 'conflict',
      message: 'The owner cannot leave the company. Transfer the ownership first, or delete the company.',
    },
    'people.already_member': {
      kind: 'conflict',
      message: 'Somebody with this email belongs to your company already.',
    },
    'people.already_invited': {
      kind: 'conflict',
      message: 'This email has an open invitation already. You can send it again from the list of users.',
    },
    'people.address_invited_often': {
      kind: 'limit',
      message:
        'This email got enough invitations for today. Please try again tomorrow, or tell the person another way.',
    },
    'people.invited_often': {
      kind: 'limit',
      message: 'Your company sent as many invitations as a day allows. Please go on tomorrow.',
    },
    'people.invitations_full': {
      kind: 'limit',
      message:
        'Your company has as many open invitations as it can have. Take some back, or wait until they are accepted.',
    },
    'people.invitation_not_found': {
      kind: 'not_found',
      message: 'This invitation does not exist or was replaced by a newer one. Please use the latest mail.',
    },
    'people.link_mailed': {
      kind: 'precondition',
      message: 'The link was mailed to the invited person, and only they get it. You can send it again.',
    },
    'people.invitation_closed': {
      kind: 'conflict',
      message: 'This invitation was used, taken back or has expired. Please ask for a new one.',
    },
    'people.sign_in_first': {
      kind: 'conflict',
      message: 'This email has an account already. Please sign in with it to accept the invitation.',
    },
    'people.invitation_for_other': {
      kind: 'conflict',
      message: 'This invitation is for another email. Please sign out and open the link again.',
    },
    'people.account_needed': {
      kind: 'invalid',
      message: 'Please enter your name and choose a password to accept the invitation.',
    },
    'people.name_mismatch': {
      kind: 'invalid',
      message: 'This is not the name of the company. Please type it exactly as it is written.',
    },
    'people.asking_not_needed': {
      kind: 'forbidden',
      message: 'Only operators ask for more access. Your role is changed under Users by an owner or admin.',
    },
  },
  endpoints: {
    listTenants: {
      method: 'GET',
      path: '/api/tenant/tenants',
      summary: 'The companies of the signed-in person, their own one first',
      access: { signedIn: 'everybody sees where they belong' },
      reply: z.object({ tenants: z.array(TenantOfUser) }),
    },
    switchTenant: {
      method: 'POST',
      path: '/api/tenant/switch-tenant',
      summary: 'Act in another company; the session gets a new token',
      access: { signedIn: 'everybody moves among the companies that they belong to' },
      foreignTenant: 'it names the company to move to, and membership is checked',
      body: z.object({ tenantId: lookupId }),
      reply: z.object({ user: SessionUser }),
    },
    getTenant: {
      method: 'GET',
      path: '/api/tenant/tenants/:id',
      summary: 'One company of the signed-in person',
      access: { signedIn: 'everybody reads the companies that they belong to' },
      ...byTenant,
      query: z.object({ populate: z.literal('invitedBy').optional() }),
      reply: TenantDetails,
    },
    updateTenant: {
      method: 'PUT',
      path: '/api/tenant/tenants/:id',
      summary: 'Rename the company',
      access: { allow: 'tenant:write' },
      ...byTenant,
      body: RenamedCompany,
      reply: TenantDetails,
    },
    getHoldings: {
      method: 'GET',
      path: '/api/tenant/tenants/:id/holdings',
      summary: 'What deleting the company takes along',
      access: { allow: 'tenant:own' },
      ...byTenant,
      reply: Holdings,
    },
    removeTenant: {
      method: 'DELETE',
      path: '/api/tenant/tenants/:id',
      summary: 'Delete the company with everything in it',
      access: { allow: 'tenant:own' },
      rate: 'auth',
      ...byTenant,
      body: z.object({ tenantName: z.string().max(200) }),
      reply: z.object({ user: SessionUser }),
    },
    transferOwnership: {
      method: 'POST',
      path: '/api/tenant/tenants/:id/transfer-ownership',
      summary: 'Make another member the owner; the owner so far becomes an admin',
      access: { allow: 'tenant:own' },
      rate: 'auth',
      ...byTenant,
      body: NewOwner,
      reply: z.object({ user: SessionUser }),
    },
    leaveTenant: {
      method: 'POST',
      path: '/api/tenant/tenants/:id/leave',
      summary: 'Leave the company; the session goes on in the own one',
      access: { signedIn: 'whoever was invited may leave' },
      ...byTenant,
      reply: z.object({ user: SessionUser }),
    },
    getProfile: {
      method: 'GET',
      path: '/api/tenant/profile',
      summary: 'A person of the own company, by id or email (TENANT-15)',
      access: { signedIn: 'members know each other' },
      query: z.object({
        ...tenantQuery,
        email: Email.optional(),
        userId: lookupId.optional(),
        /** Names the way of signing in that the person must have: `google-oauth2` (TENANT-14). */
        connection: z.literal('google-oauth2').optional(),
      }),
      reply: Profile,
    },
    searchEntities: {
      method: 'GET',
      path: '/api/tenant/search-entities',
      summary: 'Find apps, knowledge bases and other things by name',
      access: { signedIn: 'everybody finds what they may see' },
      query: z.object({
        ...tenantQuery,
        search: text(200).default(''),
        limit: z.coerce.number().int().min(1).max(50).default(20),
      }),
      reply: z.object({ entities: z.array(FoundEntity) }),
    },
    askForAccess: {
      method: 'POST',
      path: '/api/tenant/ask-for-access',
      summary: 'An operator asks the person who invited them for more access',
      access: { signedIn: 'the role is checked by the invited-by action check' },
      rate: 'auth',
      body: AskForAccess,
      reply: Done,
    },
    listPeople: {
      method: 'GET',
      path: '/api/tenant/people',
      summary: 'Members and open invitations',
      access: { allow: 'users:read' },
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        role: Role.optional(),
        status: PersonStatus.optional(),
        sort: z.enum(['name', 'email', 'role', 'joinedAt', 'lastActiveAt']).default('name'),
        order: z.enum(['asc', 'desc']).default('asc'),
      }),
      reply: pageOf(Person),
    },
    updateMember: {
      method: 'PUT',
      path: '/api/tenant/members/:userId',
      summary: 'Change the role of a member; it counts from the next request on',
      access: { allow: 'users:write' },
      params: z.object({ userId: lookupId }),
      body: z.object({ role: MemberRole }),
      reply: Done,
    },
    removeMember: {
      method: 'DELETE',
      path: '/api/tenant/members/:userId',
      summary: 'Remove a member; their sessions go on in their own company',
      access: { allow: 'users:write' },
      params: z.object({ userId: lookupId }),
      reply: Done,
    },
    invite: {
      method: 'POST',
      path: '/api/tenant/invitations',
      summary: 'Invite somebody by mail',
      access: { allow: 'users:write' },
      body: NewInvitation,
      /** `canCopyLink`: no mail server brings the link, so whoever invites may ask for it and hand it on. */
      reply: z.object({ invitationId: z.string(), canCopyLink: z.boolean() }),
    },
    resendInvitation: {
      method: 'POST',
      path: '/api/tenant/invitations/:id/resend',
      summary: 'Mail an invitation again with a new link; the link before is void',
      access: { allow: 'users:write' },
      params: z.object({ id: lookupId }),
      reply: Done,
    },
    showInvitationLink: {
      method: 'POST',
      path: '/api/tenant/invitations/:id/link',
      summary: 'A new link of an open invitation, where no mail server brings it; the link before is void',
      access: { allow: 'users:write' },
      params: z.object({ id: lookupId }),
      reply: z.object({ link: z.string() }),
    },
    revokeInvitation: {
      method: 'DELETE',
      path: '/api/tenant/invitations/:id',
      summary: 'Take an invitation back',
      access: { allow: 'users:write' },
      params: z.object({ id: lookupId }),
      reply: Done,
    },
    getInvitation: {
      method: 'GET',
      path: '/api/tenant/invitation/:id',
      summary: 'What an invitation says; the id is the token of the mailed link (TENANT-18)',
      access: { public: 'read before signing in; the mailed token is the proof' },
      rate: 'auth',
      params: z.object({ id: lookupId }),
      reply: InvitationShown,
    },
    acceptInvitation: {
      method: 'POST',
      path: '/api/tenant/invitation/:id/accept',
      summary: 'Accept an invitation, signed in as its address or with a new account',
      access: { public: 'an account may be made here; the mailed token is the proof' },
      rate: 'auth',
      params: z.object({ id: lookupId }),
      body: NewMember.optional(),
      reply: z.object({ user: SessionUser }),
    },
  },
});
