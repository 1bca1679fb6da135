import type { ExpectedChunk } from '@atelier/contracts/content/retrieval/retrieval-records';
import { sql } from 'drizzle-orm';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const savedQuestions = tenantTable('saved_questions', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  query: text('query').notNull(),
  expected: jsonb('expected').$type<ExpectedChunk[]>().notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type SavedQuestionRow = typeof savedQuestions.$inferSelect;
