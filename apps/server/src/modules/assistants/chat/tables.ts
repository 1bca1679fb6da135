import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind, Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import type { CuratedSource } from '@atelier/contracts/assistants/chat/curated-answers';
import type { FeedbackReason, FeedbackStatus } from '@atelier/contracts/assistants/chat/feedback';
import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { boolean, integer, jsonb, numeric, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { RetrievalRecord } from '../apps/declarations.ts';

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
type AnswerRecord = Partial<RetrievalRecord> & { steps?: TraceStep[] };

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

/** A part of the text of an attached file. */
interface FileSection {
  start: number;
  end: number;
  page: number | null;
}

interface FileChunk extends FileSection {
  heading: string | null;
}

/** A file that somebody attached to their conversation, as its text. */
export const conversationFiles = tenantTable('conversation_files', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  /** Null until the first question about the file. */
  conversationId: text('conversation_id'),
  visitorHash: text('visitor_hash'),
  userId: text('user_id'),
  name: text('name').notNull(),
  content: text('content').notNull(),
  sections: jsonb('sections').$type<FileSection[]>().notNull(),
  chunks: jsonb('chunks').$type<FileChunk[]>().notNull(),
  /** The stored bytes, of files that are shown as they look. */
  fileId: text('file_id'),
  createdAt: createdAt(),
});
export type FileRow = typeof conversationFiles.$inferSelect;

export const curatedAnswers = tenantTable('curated_answers', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  question: text('question').notNull(),
  wordings: jsonb('wordings').$type<string[]>().notNull().default([]),
  answer: text('answer').notNull(),
  sources: jsonb('sources').$type<CuratedSource[]>().notNull().default([]),
  active: boolean('active').notNull().default(true),
  uses: integer('uses').notNull().default(0),
  lastUsedAt: moment('last_used_at'),
  updatedBy: text('updated_by'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type CuratedRow = typeof curatedAnswers.$inferSelect;
