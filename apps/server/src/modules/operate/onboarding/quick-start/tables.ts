import { text } from 'drizzle-orm/pg-core';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';

/** The knowledge base and the app that a quick start has created; one row for each user of a tenant. */
export const quickStarts = tenantTable('quick_starts', {
  userId: text('user_id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  appId: text('app_id').notNull(),
  createdAt: createdAt(),
});
export type QuickStartRow = typeof quickStarts.$inferSelect;
