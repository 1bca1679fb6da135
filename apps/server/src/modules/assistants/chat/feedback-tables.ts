import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind, Citation } from '@atelier/contracts/assistants/chat/chat';
import type { FeedbackReason, FeedbackStatus } from '@atelier/contracts/assistants/chat/feedback';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const messageFeedback = tenantTable('message_feedback', {
  queryId: text('query_id').notNull(),
  verdict: text('verdict').$type<'LIKE' | 'DISLIKE'>().notNull(),
  reason: text('reason').$type<FeedbackReason>(),
  feedback: text('feedback').notNull().default(''),
  status: text('status').$type<FeedbackStatus>().notNull().default('Open'),
  assigneeId: text('assignee_id'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type FeedbackRow = typeof messageFeedback.$inferSelect;

/** The later answers of apps to questions whose answers were rated. */
export const newAnswers = tenantTable('new_answers', {
  id: text('id').notNull(),
  queryId: text('query_id').notNull(),
  answer: text('answer').notNull(),
  answerKind: text('answer_kind').$type<AnswerKind>().notNull(),
  origin: text('origin').$type<AnswerOrigin>().notNull(),
  citations: jsonb('citations').$type<Citation[]>().notNull().default([]),
  madeBy: text('made_by'),
  createdAt: createdAt(),
  toldBy: text('told_by'),
  /** Null until the reader is told. */
  toldAt: moment('told_at'),
});
export type NewAnswerRow = typeof newAnswers.$inferSelect;
