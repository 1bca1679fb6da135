import type { MemberRole, MemberStatus } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { boolean, jsonb, pgTable, pgView, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../../../kernel/db/tenant-table.ts';

/** A grant that takes effect when an invitation is accepted. */
export interface Grant {
  entityId: string;
}

export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<MemberRole>().notNull(),
  tokenHash: text('token_hash').notNull(),
  status: text('status').$type<'PENDING' | 'ACCEPTED' | 'REVOKED'>().notNull().default('PENDING'),
  invitedBy: text('invited_by'),
  grants: jsonb('grants').$type<Grant[]>().notNull().default([]),
  createdAt: createdAt(),
  expiresAt: moment('expires_at').notNull(),
  /** An inviter was shown the link, so that it proves no address. */
  isLinkShown: boolean('is_link_shown').notNull().default(false),
});

/** The times at which an address, stored as a hash, was mailed. The tenant is null once it is deleted. */
export const invitationMails = pgTable('invitation_mails', {
  addressHash: text('address_hash').notNull(),
  tenantId: text('tenant_id'),
  orderedAt: moment('ordered_at').notNull().defaultNow(),
});

/** The view of members and open invitations. */
export const memberList = pgView('member_list', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  status: text('status').$type<MemberStatus>().notNull(),
  name: text('name'),
  email: text('email').notNull(),
  picture: text('picture'),
  role: text('role').$type<Role>().notNull(),
  joinedAt: moment('joined_at'),
  lastActiveAt: moment('last_active_at'),
  invitedBy: text('invited_by'),
  expiresAt: moment('expires_at'),
}).existing();
