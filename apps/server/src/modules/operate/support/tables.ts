import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const supportInbox = pgTable('support_inbox', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  state: text('state').$type<'OPEN' | 'ANSWERED'>().notNull().default('OPEN'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type InboxRow = typeof supportInbox.$inferSelect;

export const supportMessages = tenantTable('support_messages', {
  id: text('id').notNull(),
  questionId: text('question_id').notNull(),
  author: text('author').$type<'USER' | 'STAFF'>().notNull(),
  authorName: text('author_name').notNull(),
  text: text('text').notNull(),
  screen: text('screen'),
  appVersion: text('app_version'),
  sessionId: text('session_id'),
  createdAt: createdAt(),
});
export type MessageRow = typeof supportMessages.$inferSelect;

export const screenViews = pgTable('screen_views', {
  tenantId: text('tenant_id').notNull(),
  day: date('day').notNull(),
  screen: text('screen').notNull(),
  views: integer('views').notNull(),
});

export const supportAsks = pgTable('support_asks', {
  userId: text('user_id').notNull(),
  askedAt: moment('asked_at').notNull(),
});
