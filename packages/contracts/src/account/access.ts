import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { Role } from '../kernel/permissions.ts';
import {
  Abilities,
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  Timestamp,
  tenantQuery,
} from '../kernel/shapes.ts';
import { Email } from './identity/auth.ts';

/** The reason for which a user sees an app or knowledge base: a grant, or a role that sees everything. */
export const AccessReason = z.enum(['GRANT', 'ROLE']);

/** A member who sees an app or knowledge base. */
export const UserWithAccess = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role: Role,
  by: AccessReason,
  /** The time at which access was granted, and the user who granted it; null when the role gives access. */
  grantedAt: Timestamp.nullable(),
  grantedBy: z.string().nullable(),
  abilities: Abilities,
});
export type UserWithAccess = z.infer<typeof UserWithAccess>;

/** Somebody who was invited, and who gets access once they accept the invitation. */
export const InvitedWithAccess = z.object({ email: z.string(), role: Role, expiresAt: Timestamp });
export type InvitedWithAccess = z.infer<typeof InvitedWithAccess>;

/** Roles that can be invited to one app or knowledge base; the other roles see everything of the tenant. */
export const InvitedRole = z.enum(['OPERATOR', 'USER']);

export const NewAccess = z.object({
  entityId: lookupId,
  email: Email,
  /** The role of a new member; ignored when the user is a member already (ROLE-05). */
  role: InvitedRole.default('USER'),
  /** APP_USER invites somebody who is not a member to this app alone, with an account outside the company (PRIVATE). */
  as: z.enum(['MEMBER', 'APP_USER']).default('MEMBER'),
  /** The end of an app user's access; without it, the access does not end by itself. */
  endsAt: Timestamp.optional(),
  ...tenantQuery,
});

const entityParams = z.object({ entityId: lookupId });

export const access = defineContract({
  name: 'access',
  alsoFails: ['app_users.ends_in_past'],
  errors: {
    'access.entity_not_found': {
      kind: 'not_found',
      message: 'What you want to share does not exist. It may have been deleted; please reload the page.',
    },
    'access.already_given': {
      kind: 'conflict',
      message: 'You have already given access to this account.',
    },
    'access.not_given': {
      kind: 'not_found',
      message: 'This account was not given access, so there is nothing to revoke.',
    },
    'access.member_not_found': {
      kind: 'not_found',
      message: 'One of these accounts is not in your company. Please invite it by email instead.',
    },
    'access.role_cannot_open': {
      kind: 'conflict',
      message: 'The role of this member cannot open such things. Please give them another role first.',
    },
    'access.app_users_need_app': {
      kind: 'invalid',
      message: 'People from outside your company can be invited to apps only.',
    },
    'access.invitation_forbidden': {
      kind: 'forbidden',
      message:
        'Nobody with this email is in your company yet. Please ask an owner or admin to invite them, then give access.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/content/users/access/:entityId',
      summary: 'List the members with access to an app or knowledge base (ACCESS-08)',
      access: { allow: 'entities:all' },
      params: entityParams,
      query: z.object({ ...pageQuery, ...tenantQuery, by: AccessReason.optional() }),
      reply: pageSchemaFor(UserWithAccess).extend({ invited: z.array(InvitedWithAccess) }),
    },
    give: {
      method: 'POST',
      path: '/api/content/manage-access',
      summary: 'Give access by email; an address that belongs to no member is invited (ACCESS-09)',
      access: { allow: 'entities:all' },
      body: NewAccess,
      reply: z.object({ status: z.enum(['GRANTED', 'INVITED']), userId: z.string().nullable() }),
    },
    update: {
      method: 'PUT',
      path: '/api/content/update-access/:entityId',
      summary: 'Replace the members who were given access (ACCESS-10)',
      access: { allow: 'entities:all' },
      params: entityParams,
      body: z.object({ userIds: z.array(lookupId).max(500), ...tenantQuery }),
      reply: z.object({ given: z.number().int(), removed: z.number().int() }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/remove-access/:entityId',
      summary: 'Revoke the access of a member, or of an app user by the id of their access (ACCESS-11)',
      access: { allow: 'entities:all' },
      params: entityParams,
      query: z.object({ userId: lookupId, ...tenantQuery }),
      reply: Done,
    },
  },
});
