import { integer, jsonb, real, text } from 'drizzle-orm/pg-core';
import type { Actor } from '../context/context.ts';
import { createdAt, moment, tenantTable } from '../db/tenant-table.ts';
import type { RunCause, RunStatus } from './definition.ts';

export const runs = tenantTable('runs', {
  id: text('id').notNull(),
  kind: text('kind').notNull(),
  subjectId: text('subject_id').notNull(),
  status: text('status').$type<RunStatus>().notNull().default('QUEUED'),
  stage: text('stage'),
  progress: real('progress').notNull().default(0),
  input: jsonb('input').$type<Record<string, unknown>>().notNull(),
  checkpoint: jsonb('checkpoint').$type<Record<string, unknown>>().notNull().default({}),
  cause: jsonb('cause').$type<RunCause>(),
  note: text('note'),
  attempts: integer('attempts').notNull().default(0),
  cancelRequestedAt: moment('cancel_requested_at'),
  actor: jsonb('actor').$type<Actor>().notNull(),
  createdAt: createdAt(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
});
export type RunRow = typeof runs.$inferSelect;
