import type { Flow, FlowProblem } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowRules } from '@atelier/contracts/assistants/flows/flow-settings';
import type { FlowLine, FlowStatus, FlowVersionState } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';
import type { RunCause } from '../../../kernel/runs/index.ts';

export const flows = tenantTable('flows', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  status: text('status').$type<FlowStatus>().notNull().default('DISABLED'),
  newestVersionId: text('newest_version_id').notNull(),
  publishedVersionId: text('published_version_id'),
  /** `FlowRules`. Fields that are left out have their defaults. */
  settings: jsonb('settings').$type<Partial<FlowRules>>().notNull().default({}),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type FlowRow = typeof flows.$inferSelect;

export const flowVersions = tenantTable('flow_versions', {
  id: text('id').notNull(),
  flowId: text('flow_id').notNull(),
  number: integer('number').notNull(),
  state: text('state').$type<FlowVersionState>().notNull().default('DRAFT'),
  revision: integer('revision').notNull().default(1),
  name: text('name').notNull(),
  content: jsonb('content').$type<Flow>().notNull(),
  problems: jsonb('problems').$type<FlowProblem[]>().notNull().default([]),
  steps: integer('steps').notNull(),
  pieces: text('pieces').array().notNull(),
  triggers: jsonb('triggers').$type<FlowLine['triggers']>().notNull(),
  updatedBy: text('updated_by').notNull(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type FlowVersionRow = typeof flowVersions.$inferSelect;

export const flowTriggers = tenantTable('flow_triggers', {
  flowId: text('flow_id').notNull(),
  name: text('name').notNull(),
  kind: text('kind').notNull(),
  nextAt: moment('next_at'),
  /** The events of the product that it waits for. */
  events: text('events').array().notNull().default([]),
  state: jsonb('state').$type<JsonValue>().notNull().default(null),
  cause: jsonb('cause').$type<RunCause>(),
});
export type FlowTriggerRow = typeof flowTriggers.$inferSelect;

export const flowValues = tenantTable('flow_values', {
  flowId: text('flow_id').notNull(),
  key: text('key').notNull(),
  value: jsonb('value').$type<JsonValue>().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
