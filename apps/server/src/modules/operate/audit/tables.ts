import { jsonb, text } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/context/context.ts';
import { createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** Written by the kernel (`tx.audit`), never changed. */
export const auditLog = tenantTable('audit_log', {
  id: text('id').notNull(),
  action: text('action').notNull(),
  subjectId: text('subject_id').notNull(),
  actor: jsonb('actor').$type<Actor>().notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  requestId: text('request_id').notNull(),
  address: text('address'),
  createdAt: createdAt(),
});
export type AuditRow = typeof auditLog.$inferSelect;
