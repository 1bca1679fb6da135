import { integer, text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../../../../kernel/db/tenant-table.ts';

export const crewNotes = tenantTable('crew_notes', {
  runId: text('run_id').notNull(),
  at: integer('at').notNull(),
  author: text('author').notNull(),
  text: text('text').notNull(),
  writtenAt: moment('written_at').notNull().defaultNow(),
});
export type CrewNoteRow = typeof crewNotes.$inferSelect;
