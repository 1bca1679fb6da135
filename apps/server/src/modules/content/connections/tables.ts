import type { ConnectionService, ConnectionTest } from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { Limits } from '@atelier/contracts/kernel/limits';
import { sql } from 'drizzle-orm';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

export const connections = tenantTable('connections', {
  id: text('id').notNull(),
  service: text('service').$type<ConnectionService>().notNull(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<FieldValues>().notNull(),
  secrets: text('secrets').notNull(),
  limits: jsonb('limits').$type<Limits>(),
  lastTest: jsonb('last_test').$type<ConnectionTest & { testedAt: string }>(),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type ConnectionRow = typeof connections.$inferSelect;
