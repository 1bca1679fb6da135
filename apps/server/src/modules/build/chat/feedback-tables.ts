import type { FeedbackReason, FeedbackStatus } from '@atelier/contracts/build/chat/feedback';
import { text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const messageFeedback = tenantTable('message_feedback', {
  queryId: text('query_id').notNull(),
  verdict: text('verdict').$type<'LIKE' | 'DISLIKE'>().notNull(),
  reason: text('reason').$type<FeedbackReason>(),
  feedback: text('feedback').notNull().default(''),
  status: text('status').$type<FeedbackStatus>().notNull().default('Open'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type FeedbackRow = typeof messageFeedback.$inferSelect;
