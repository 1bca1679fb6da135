import type { apps } from '@atelier/contracts/build/apps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { ScoredBy, TestVerdict } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { boolean, integer, jsonb, real, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** Settings that are not stored. */
export type Draft = Omit<
  RequestOf<(typeof apps.endpoints)['update']>['body'],
  'appId' | 'active' | 'overrideGate'
>;

export const testQuestions = tenantTable('test_questions', {
  id: text('id').notNull(),
  appId: text('app_id').notNull(),
  question: text('question').notNull(),
  correctAnswer: text('correct_answer').notNull(),
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
  appId: text('app_id').notNull(),
  runId: text('run_id').notNull(),
  version: integer('version').notNull(),
  draft: jsonb('draft').$type<Draft>(),
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
});
export type ResultRow = typeof performanceResults.$inferSelect;

export const qualityGates = tenantTable('quality_gates', {
  appId: text('app_id').notNull(),
  enabled: boolean('enabled').notNull(),
  replay: integer('replay').notNull().default(5),
});
