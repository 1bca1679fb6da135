import { and, eq, gt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { publishedChunks } from '../../../content/indexing/declarations.ts';
import { type QuickStartRow, quickStarts } from './tables.ts';

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
