import type { TextMessage } from '@atelier/models';
import { jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** Questions of `/v1/responses` that came with metadata, earlier messages or a previous response. */
export const programTurns = tenantTable('program_turns', {
  queryId: text('query_id').notNull(),
  previousId: text('previous_id'),
  brought: jsonb('brought').$type<TextMessage[]>().notNull(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
});
export type ProgramTurnRow = Omit<typeof programTurns.$inferSelect, 'tenantId'>;

/** A session of the Model Context Protocol, which belongs to the holder of the key that opened it. */
export const mcpSessions = tenantTable('mcp_sessions', {
  id: text('id').notNull(),
  userId: text('user_id').notNull(),
  createdAt: createdAt(),
});
export type McpSessionRow = typeof mcpSessions.$inferSelect;
