import { integer, jsonb, real, text } from 'drizzle-orm/pg-core';
import type { Actor } from '../../context/actor.ts';
import { createdAt, moment, tenantTable } from '../../db/tenant-table.ts';
import type { RunCause } from './causes.ts';
import type { RunStatus } from './define-run.ts';

/** The columns that modules read to show the state of a run. The baseline has the columns that only the engine needs. */
export const runs = tenantTable('runs', {
  id: text('id').notNull(),
  kind: text('kind').notNull(),
  subjectId: text('subject_id'),
  scopeId: text('scope_id'),
  status: text('status').$type<RunStatus>().notNull().default('QUEUED'),
  stage: text('stage'),
  progress: real('progress').notNull().default(0),
  input: jsonb('input').$type<unknown>().notNull(),
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

const terminal: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** Returns true for the statuses of a run that has ended. They never change. */
export const isTerminal = (status: string): boolean => terminal.includes(status);
