import type { RetrievalRecord } from '@atelier/contracts/content/retrieval/retrieval-records';
import type {
  RetrievalMode,
  RetrievalSettings,
  RetrievalTimings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

export const retrievalHistory = tenantTable('retrieval_history', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  origin: text('origin').$type<'TEST' | 'CHAT'>().notNull(),
  appId: text('app_id'),
  query: text('query').notNull(),
  settings: jsonb('settings').$type<RetrievalSettings>().notNull(),
  mode: text('mode').$type<RetrievalMode>().notNull(),
  note: text('note'),
  /** Results refer to chunks; no text of a document is stored here. */
  results: jsonb('results').$type<RetrievalRecord['results']>().notNull(),
  timings: jsonb('timings').$type<RetrievalTimings>().notNull(),
  userId: text('user_id'),
  userName: text('user_name'),
  createdAt: createdAt(),
});
export type RetrievalHistoryRow = typeof retrievalHistory.$inferSelect;
