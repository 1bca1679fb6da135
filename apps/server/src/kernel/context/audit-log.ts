import { jsonb, pgView, text } from 'drizzle-orm/pg-core';
import { newId } from '../base/ids.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { createdAt, moment, tenantTable } from '../db/tenant-table.ts';
import type { Actor } from './context.ts';

const columns = {
  id: text('id').notNull(),
  action: text('action').notNull(),
  subjectId: text('subject_id').notNull(),
  actor: jsonb('actor').$type<Actor>().notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  requestId: text('request_id').notNull(),
  address: text('address'),
};

/** Entries are inserted here and never changed. */
const auditLog = tenantTable('audit_log', { ...columns, createdAt: createdAt() });

/** The entries of the transaction's tenant, for those who read them. */
export const auditEntries = pgView('audit_entries', {
  tenantId: text('tenant_id').notNull(),
  ...columns,
  createdAt: moment('created_at').notNull(),
}).existing();
export type AuditRow = typeof auditEntries.$inferSelect;

type AuditEntry = Pick<AuditRow, 'action' | 'subjectId' | 'details' | 'actor' | 'requestId' | 'address'>;

export const writeAudit = async (db: TenantDb, entry: AuditEntry): Promise<void> => {
  await db.insert(auditLog).values({ id: newId('aud'), ...entry });
};
