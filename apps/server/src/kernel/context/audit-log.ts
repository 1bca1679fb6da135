import { sql } from 'drizzle-orm';
import { jsonb, pgView, text } from 'drizzle-orm/pg-core';
import { newId } from '../base/ids.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { createdAt, moment, tenantTable } from '../db/tenant-table.ts';
import type { Actor } from './actor.ts';

const columns = {
  id: text('id').notNull(),
  action: text('action').notNull(),
  subjectId: text('subject_id').notNull(),
  actor: jsonb('actor').$type<Actor>().notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  requestId: text('request_id').notNull(),
  address: text('address'),
};

/** Entries are only ever inserted here, and never changed. */
const auditLog = tenantTable('audit_log', { ...columns, createdAt: createdAt() });

/** The entries of the transaction's tenant, for modules that read the log. */
export const auditEntries = pgView('audit_entries', {
  tenantId: text('tenant_id').notNull(),
  ...columns,
  createdAt: moment('created_at').notNull(),
  /** The id of the user who did it; null when it was no user. */
  actorId: text('actor_id'),
}).existing();
export type AuditRow = typeof auditEntries.$inferSelect;

type AuditEntry = Pick<AuditRow, 'action' | 'subjectId' | 'details' | 'actor' | 'requestId' | 'address'>;

export const writeAudit = async (db: TenantDb, entry: AuditEntry): Promise<void> => {
  await db.insert(auditLog).values({ id: newId('aud'), ...entry });
};

/** Counts the audit entries that a request wrote. */
export interface AuditTrail {
  entries: number;
}

/** The values that differ between several audit entries. `by` is the caller, if the transaction also works for others. */
export interface AuditedSubject extends Pick<AuditRow, 'subjectId' | 'details'> {
  by?: { readonly tenantId: string };
}

/** Writes several entries in one statement. */
export const writeAudits = async (db: TenantDb, entries: readonly AuditEntry[]): Promise<void> => {
  const rows = entries.map((entry) => ({ id: newId('aud'), ...entry }));
  await db.execute(sql`insert into audit_log (id, action, subject_id, actor, details, request_id, address)
    select id, action, "subjectId", actor, details, "requestId", address
    from json_to_recordset(${JSON.stringify(rows)}::json) as entry(id text, action text, "subjectId" text, actor jsonb, details jsonb,
      "requestId" text, address text)`);
};
