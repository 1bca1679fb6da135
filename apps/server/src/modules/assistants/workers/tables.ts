import type { VisitorLimits } from '@atelier/contracts/assistants/apps/app-settings';
import type {
  ParsedSource,
  RecordActivity,
  RecordElement,
  RecordFeedback,
  RecordInput,
  RecordStage,
  RecordStatus,
} from '@atelier/contracts/assistants/workers/record-shapes';
import type {
  WorkerInputKind,
  WorkerInputSettings,
  WorkerOutput,
} from '@atelier/contracts/assistants/workers/worker-queue';
import type {
  WorkerSettings,
  WorkerStatus,
  WorkerTargetKind,
} from '@atelier/contracts/assistants/workers/worker-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { bigint, boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
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

export const workerRecords = tenantTable('worker_records', {
  id: text('id').notNull(),
  workerId: text('worker_id').notNull(),
  name: text('name').notNull(),
  inputKind: text('input_kind').$type<WorkerInputKind>().notNull(),
  inputKey: text('input_key'),
  /** In an object, because a text that is JSON would be read as its value. */
  input: jsonb('input').$type<{ value: RecordInput }>().notNull(),
  sourceText: text('source_text').notNull().default(''),
  parsedSource: jsonb('parsed_source').$type<ParsedSource>(),
  momentDate: text('moment_date').notNull(),
  momentTime: text('moment_time').notNull(),
  isSample: boolean('is_sample').notNull().default(false),
  depth: integer('depth').notNull().default(0),
  visitorKeyHash: text('visitor_key_hash'),
  status: text('status').$type<RecordStatus>().notNull().default('PENDING'),
  stage: text('stage').$type<RecordStage>().notNull().default('QUEUED'),
  cause: jsonb('cause').$type<RunCause>(),
  outputText: text('output_text').notNull().default(''),
  outputData: jsonb('output_data').$type<JsonValue>(),
  /** The cost of the work up to its last result. */
  microCredits: bigint('micro_credits', { mode: 'number' }).notNull().default(0),
  runId: text('run_id'),
  feedback: jsonb('feedback').$type<RecordFeedback>(),
  createdBy: text('created_by'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
});
export type RecordRow = typeof workerRecords.$inferSelect;

export const workerRecordFiles = tenantTable('worker_record_files', {
  recordId: text('record_id').notNull(),
  fileId: text('file_id').notNull(),
  element: text('element').$type<'INPUT' | 'OUTPUT'>().notNull(),
  place: integer('place').notNull(),
});

export const workerRecordActivities = tenantTable('worker_record_activities', {
  recordId: text('record_id').notNull(),
  name: text('name').notNull(),
  at: integer('at').notNull(),
  element: text('element').$type<RecordElement>().notNull(),
  title: text('title').notNull(),
  status: text('status').$type<RecordStatus>().notNull().default('PENDING'),
  cause: jsonb('cause').$type<RunCause>(),
  detail: text('detail').notNull().default(''),
  run: jsonb('run').$type<RecordActivity['run']>(),
  startedAt: moment('started_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
});
export type ActivityRow = typeof workerRecordActivities.$inferSelect;

export const recordRetention = tenantTable('record_retention', {
  days: integer('days').notNull(),
});

export const workerTableRows = tenantTable('worker_table_rows', {
  workerId: text('worker_id').notNull(),
  name: text('name').notNull(),
  recordId: text('record_id').notNull(),
  outputId: text('output_id').notNull(),
  cells: jsonb('cells').$type<Record<string, string>>().notNull(),
  createdAt: createdAt(),
});
