import type {
  CellReader,
  CellState,
  CellValue,
  Column,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

export const informationSchemas = tenantTable('information_schemas', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  name: text('name').notNull(),
  columns: jsonb('columns').$type<Column[]>().notNull(),
  modelId: text('model_id'),
  runId: text('run_id'),
  spent: count('spent').notNull().default(0),
  runSpent: count('run_spent').notNull().default(0),
  budget: count('budget'),
  stoppedByBudget: boolean('stopped_by_budget').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type SchemaRowOf = typeof informationSchemas.$inferSelect;

export const schemaCells = tenantTable('schema_cells', {
  schemaId: text('schema_id').notNull(),
  importId: text('import_id').notNull(),
  columnId: text('column_id').notNull(),
  state: text('state').$type<CellState>().notNull(),
  reader: text('reader').$type<CellReader>().notNull(),
  value: jsonb('value').$type<CellValue>(),
  chunkId: text('chunk_id'),
  quote: text('quote'),
  start: count('start_offset'),
  end: count('end_offset'),
  page: integer('page'),
  second: integer('second'),
  cause: text('cause'),
  documentVersion: integer('document_version').notNull(),
  columnRevision: integer('column_revision').notNull(),
  runId: text('run_id'),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type CellRow = typeof schemaCells.$inferSelect;
