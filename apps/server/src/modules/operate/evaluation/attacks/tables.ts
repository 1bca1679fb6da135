import type { AnswerKind } from '@atelier/contracts/assistants/chat/chat';
import type { AttackKind } from '@atelier/contracts/operate/evaluation/attacks';
import type { ScoredBy } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';
import { subjectColumns } from '../tables.ts';

export const attackTests = tenantTable('attack_tests', {
  id: text('id').notNull(),
  ...subjectColumns(),
  runId: text('run_id').notNull(),
  version: integer('version').notNull(),
  setName: text('set_name'),
  startedBy: text('started_by'),
  createdAt: createdAt(),
});
export type AttackTestRow = typeof attackTests.$inferSelect;

export const attackResults = tenantTable('attack_results', {
  testId: text('test_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  kind: text('kind').$type<AttackKind>().notNull(),
  question: text('question').notNull(),
  document: text('document'),
  criterion: text('criterion'),
  answer: text('answer'),
  answerKind: text('answer_kind').$type<AnswerKind>(),
  calls: jsonb('calls').$type<MadeCall[]>().notNull().default([]),
  held: boolean('held'),
  judgedBy: text('judged_by').$type<ScoredBy>(),
});
export type AttackResultRow = typeof attackResults.$inferSelect;
