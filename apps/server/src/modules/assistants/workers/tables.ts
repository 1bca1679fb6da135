import type { VisitorLimits } from '@atelier/contracts/assistants/apps/app-settings';
import type { WorkerInputSettings, WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import type {
  WorkerSettings,
  WorkerStatus,
  WorkerTargetKind,
} from '@atelier/contracts/assistants/workers/worker-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { RunCause } from '../../../kernel/runs/index.ts';

export const workers = tenantTable('workers', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  templateId: text('template_id'),
  targetKind: text('target_kind').$type<WorkerTargetKind>().notNull(),
  targetId: text('target_id').notNull(),
  instructions: text('instructions').notNull().default(''),
  outputs: jsonb('outputs').$type<WorkerOutput[]>().notNull().default([]),
  approval: text('approval').$type<WorkerSettings['approval']>().notNull().default('NEVER'),
  sampleData: jsonb('sample_data').$type<WorkerSettings['sampleData']>().notNull().default([]),
  access: text('access').$type<WorkerSettings['access']>().notNull(),
  visitorLimits: jsonb('visitor_limits')
    .$type<VisitorLimits>()
    .notNull()
    .default({ tenMinutes: 20, day: 100 }),
  keepDays: integer('keep_days'),
  status: text('status').$type<WorkerStatus>().notNull().default('ACTIVE'),
  revision: integer('revision').notNull().default(1),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type WorkerRow = typeof workers.$inferSelect;

export const workerInputs = tenantTable('worker_inputs', {
  id: text('id').notNull(),
  workerId: text('worker_id').notNull(),
  place: integer('place').notNull(),
  kind: text('kind').$type<WorkerInputSettings['kind']>().notNull(),
  settings: jsonb('settings').$type<WorkerInputSettings>().notNull(),
  /** The time from which the settings hold. */
  setAt: moment('set_at').notNull().defaultNow(),
  nextAt: moment('next_at'),
  lookedAt: moment('looked_at'),
  state: jsonb('state').$type<JsonValue>(),
  cause: jsonb('cause').$type<RunCause>(),
});
export type WorkerInputRow = typeof workerInputs.$inferSelect;
