import type { TextMessage } from '@atelier/models';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { tenantTable } from '../../../kernel/db/tenant-table.ts';

/** A question of `/v1/responses` that came with more than its text. */
export const programTurns = tenantTable('program_turns', {
  queryId: text('query_id').notNull(),
  previousId: text('previous_id'),
  brought: jsonb('brought').$type<TextMessage[]>().notNull(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
});
export type ProgramTurnRow = Omit<typeof programTurns.$inferSelect, 'tenantId'>;
