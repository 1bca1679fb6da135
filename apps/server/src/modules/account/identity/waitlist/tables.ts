import type { WaitlistStatus } from '@atelier/contracts/account/identity/waitlist';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../../../../kernel/db/tenant-table.ts';

export const waitlist = pgTable('waitlist', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  companyName: text('company_name').notNull(),
  phone: text('phone').notNull(),
  status: text('status').$type<WaitlistStatus>().notNull().default('WAITING'),
  tokenHash: text('token_hash'),
  tokenExpiresAt: moment('token_expires_at'),
  createdAt: createdAt(),
  answeredAt: moment('answered_at'),
});
