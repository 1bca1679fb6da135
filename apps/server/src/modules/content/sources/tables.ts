import type { DocumentLabels, ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { SourceSchedule } from '@atelier/contracts/content/sources/source-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const sources = tenantTable('sources', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  type: text('type').$type<ImportType>().notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<FieldValues>().notNull(),
  connectionId: text('connection_id'),
  schedule: jsonb('schedule').$type<SourceSchedule>().notNull(),
  maxItems: integer('max_items').notNull(),
  skipDuplicates: boolean('skip_duplicates').notNull(),
  labels: jsonb('labels').$type<DocumentLabels>().notNull(),
  state: text('state').$type<'ACTIVE' | 'PAUSED'>().notNull().default('ACTIVE'),
  pauseReason: text('pause_reason'),
  failures: integer('failures').notNull().default(0),
  cursor: jsonb('cursor').$type<Record<string, string>>(),
  runId: text('run_id'),
  syncedAt: moment('synced_at'),
  nextSyncAt: moment('next_sync_at'),
  hookOn: boolean('hook_on'),
  hookHash: text('hook_hash'),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type SourceRow = typeof sources.$inferSelect;

/**
 * `ADDED` and `CHANGED` mean that the item became a document whose import was ordered. The import tells whether it
 * succeeded.
 */
export type ItemOutcome = 'ADDED' | 'CHANGED' | 'UNCHANGED' | 'SKIPPED' | 'REMOVED';

export const sourceItems = tenantTable('source_items', {
  sourceId: text('source_id').notNull(),
  externalId: text('external_id').notNull(),
  syncId: text('sync_id').notNull(),
  origin: text('origin').$type<'SYNC' | 'HOOK'>().notNull(),
  outcome: text('outcome').$type<ItemOutcome>().notNull(),
  name: text('name').notNull(),
  url: text('url'),
  sha256: text('sha256'),
  importId: text('import_id'),
  code: text('code'),
  reason: text('reason'),
  seenAt: moment('seen_at').notNull().default(sql`now()`),
});
export type SourceItemRow = typeof sourceItems.$inferSelect;
