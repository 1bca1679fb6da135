import type { AnswerKind } from '@atelier/contracts/assistants/chat/chat';
import type { AttackKind } from '@atelier/contracts/operate/evaluation/attacks';
import type { ScoredBy, TestVerdict } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import type { ExpectedCall, MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, real, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { Draft } from './subjects/subject.ts';

/** The columns that name what is tested, of which one is null, and the one that has its id in either case. */
const subjectColumns = () => ({
  appId: text('app_id'),
  agentId: text('agent_id'),
  subjectId: text('subject_id').notNull().generatedAlwaysAs(sql`coalesce(app_id, agent_id)`),
});

export const testQuestions = tenantTable('test_questions', {
  id: text('id').notNull(),
  ...subjectColumns(),
  question: text('question').notNull(),
  correctAnswer: text('correct_answer').notNull(),
  expectedCalls: jsonb('expected_calls').$type<ExpectedCall[]>().notNull().default([]),
  botAnswer: text('bot_answer'),
  accuracy: real('accuracy'),
  scoredBy: text('scored_by').$type<ScoredBy>(),
  testedAt: moment('tested_at'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type QuestionRow = typeof testQuestions.$inferSelect;

export const performanceTests = tenantTable('performance_tests', {
  id: text('id').notNull(),
  ...subjectColumns(),
  runId: text('run_id').notNull(),
  version: integer('version').notNull(),
  draft: jsonb('draft').$type<Draft>(),
  /** The flow, the agent or the crew of which the draft is; null for settings of an app. */
  draftOf: text('draft_of'),
  fingerprint: text('fingerprint'),
  against: integer('against'),
  questions: integer('questions').notNull(),
  accuracy: real('accuracy'),
  accuracyBefore: real('accuracy_before'),
  better: integer('better').notNull().default(0),
  worse: integer('worse').notNull().default(0),
  same: integer('same').notNull().default(0),
  startedBy: text('started_by'),
  createdAt: createdAt(),
});
export type TestRow = typeof performanceTests.$inferSelect;

export const performanceResults = tenantTable('performance_results', {
  testId: text('test_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  questionId: text('question_id'),
  question: text('question').notNull(),
  correctAnswer: text('correct_answer'),
  answer: text('answer'),
  accuracy: real('accuracy'),
  scoredBy: text('scored_by').$type<ScoredBy>(),
  answerBefore: text('answer_before'),
  accuracyBefore: real('accuracy_before'),
  verdict: text('verdict').$type<TestVerdict>(),
  expectedCalls: jsonb('expected_calls').$type<ExpectedCall[]>().notNull().default([]),
  calls: jsonb('calls').$type<MadeCall[]>().notNull().default([]),
});
export type ResultRow = typeof performanceResults.$inferSelect;

export const qualityGates = tenantTable('quality_gates', {
  ...subjectColumns(),
  enabled: boolean('enabled').notNull(),
  replay: integer('replay').notNull().default(5),
});

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
