import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind, Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { boolean, integer, jsonb, numeric, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { Answering } from '../apps/index.ts';

export const conversations = tenantTable('conversations', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  visitorHash: text('visitor_hash'),
  userId: text('user_id'),
  title: text('title').notNull(),
  messageCount: integer('message_count').notNull().default(0),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type ConversationRow = typeof conversations.$inferSelect;

/** Names and addresses that visitors of an app gave. */
export const chatUsers = tenantTable('chat_users', {
  appId: text('app_id').notNull(),
  visitorHash: text('visitor_hash').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** The record of an answer: the search, where there was one, and the steps without the texts of their passages. */
export type AnswerRecord = Partial<Answering.RetrievalRecord> & { steps?: TraceStep[] };

export const messages = tenantTable('messages', {
  id: text('id').notNull(),
  conversationId: text('conversation_id').notNull(),
  /** The app of the conversation. The database sets it. */
  appId: text('app_id').notNull().default(''),
  ordinal: integer('ordinal').notNull(),
  question: text('question').notNull(),
  answer: text('answer').notNull().default(''),
  answerKind: text('answer_kind').$type<AnswerKind>().notNull().default('ANSWER'),
  origin: text('origin').$type<AnswerOrigin>().notNull().default('MODEL'),
  /** Other questions that were offered instead of an answer. */
  wordings: jsonb('wordings').$type<string[]>().notNull().default([]),
  /** Next questions that were offered after the answer. */
  followUps: jsonb('follow_ups').$type<string[]>().notNull().default([]),
  /** True when older messages went into the answer as a summary. */
  condensed: boolean('condensed').notNull().default(false),
  status: text('status').$type<Message['status']>().notNull(),
  error: jsonb('error').$type<{ code: string; message: string }>(),
  citations: jsonb('citations').$type<Citation[]>().notNull().default([]),
  retrieval: jsonb('retrieval').$type<AnswerRecord>().notNull().default({}),
  modelId: text('model_id').notNull(),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  credits: numeric('credits', { precision: 20, scale: 6, mode: 'number' }).notNull().default(0),
  holdId: text('hold_id'),
  /** The process that writes the answer. */
  writer: integer('writer'),
  /** The message that this one follows; null for the first one, and for other attempts at it. */
  previousId: text('previous_id'),
  /** The attached file that the question is about; it may be gone. */
  fileId: text('file_id'),
  /** The run that adds the rest of the answer. */
  awaitedRunId: text('awaited_run_id'),
  createdAt: createdAt(),
  finishedAt: moment('finished_at'),
});
export type MessageRow = typeof messages.$inferSelect;

/** The unanswered questions of each app by time. A trigger adds them; one that was answered later keeps its row. */
export const unansweredQuestions = tenantTable('unanswered_questions', {
  appId: text('app_id').notNull(),
  askedAt: moment('asked_at').notNull(),
  messageId: text('message_id').notNull(),
});
