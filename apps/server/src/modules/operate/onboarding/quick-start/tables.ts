import { text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

/** What a person was given at once for the first documents; one for each person of a company. */
export const quickStarts = tenantTable('quick_starts', {
  userId: text('user_id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  appId: text('app_id').notNull(),
  createdAt: createdAt(),
});
export type QuickStartRow = typeof quickStarts.$inferSelect;
