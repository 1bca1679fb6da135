import type { CuratedSource } from '@atelier/contracts/assistants/chat/curated-answers';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';

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
