import { and, eq, gt, sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { createdAt, tenantTable } from '../../../../kernel/db/tenant-table.ts';
import { publishedChunks } from '../../../content/indexing/declarations.ts';

/** The knowledge base and the app that a quick start has created; one row for each user of a tenant. */
const quickStarts = tenantTable('quick_starts', {
  userId: text('user_id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  appId: text('app_id').notNull(),
  createdAt: createdAt(),
});
export type QuickStartRow = typeof quickStarts.$inferSelect;

/** The chunks that suggestions are made from, in the order of the text. */
export type SourceChunk = Pick<typeof publishedChunks.$inferSelect, 'id' | 'heading' | 'text' | 'page'>;

export const quickStartRepository = {
  /** Locks the quick start of this user until the transaction ends. */
  async lock(db: TenantDb, userId: string): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quick start ${userId}`}, 0))`);
  },

  async find(db: TenantDb, userId: string, since: Date): Promise<QuickStartRow | undefined> {
    const [row] = await db
      .select()
      .from(quickStarts)
      .where(and(eq(quickStarts.userId, userId), gt(quickStarts.createdAt, since)));
    return row;
  },

  async insert(db: TenantDb, row: Omit<typeof quickStarts.$inferInsert, 'tenantId'>): Promise<void> {
    await db.insert(quickStarts).values(row);
  },

  async remove(db: TenantDb, userId: string): Promise<void> {
    await db.delete(quickStarts).where(eq(quickStarts.userId, userId));
  },

  /** Lists the first searchable chunks. */
  listFirstChunks: (db: TenantDb, knowledgeBaseId: string, limit: number): Promise<SourceChunk[]> =>
    db
      .select({
        id: publishedChunks.id,
        heading: publishedChunks.heading,
        text: publishedChunks.text,
        page: publishedChunks.page,
      })
      .from(publishedChunks)
      .where(eq(publishedChunks.knowledgeBaseId, knowledgeBaseId))
      .orderBy(publishedChunks.importId, publishedChunks.startOffset)
      .limit(limit),
};
