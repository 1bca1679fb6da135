import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type ChunkRow, chunks, knowledgeImports } from '../../bases/index.ts';
import type { IndexedDocumentKey } from '../../indexing/index.ts';

export type NewChunk = Omit<ChunkRow, 'tenantId'>;

type ShownDocumentKey = Required<IndexedDocumentKey>;

const placed = ({ importId, indexVersionId, documentVersion }: ShownDocumentKey) =>
  and(
    eq(chunks.importId, importId),
    eq(chunks.indexVersionId, indexVersionId),
    eq(chunks.documentVersion, documentVersion),
  );

/** The chunks of a document, as they are edited by hand. */
export const chunkRepository = {
  async find(db: TenantDb, id: string): Promise<ChunkRow | undefined> {
    const [row] = await db.select().from(chunks).where(eq(chunks.id, id));
    return row;
  },

  async findLast(db: TenantDb, key: ShownDocumentKey): Promise<ChunkRow | undefined> {
    const [row] = await db
      .select()
      .from(chunks)
      .where(placed(key))
      .orderBy(sql`${chunks.ordinal} desc`)
      .limit(1);
    return row;
  },

  /** Raises the ordinals of the chunks from `ordinal` on, to make room for one chunk. */
  async makeRoom(db: TenantDb, key: ShownDocumentKey, ordinal: number): Promise<void> {
    await db
      .update(chunks)
      .set({ ordinal: sql`${chunks.ordinal} + 1` })
      .where(and(placed(key), gte(chunks.ordinal, ordinal)));
  },

  async insert(db: TenantDb, row: NewChunk): Promise<void> {
    await db.insert(chunks).values(row);
  },

  async update(
    db: TenantDb,
    id: string,
    change: Pick<ChunkRow, 'text' | 'heading' | 'tokens' | 'contentHash' | 'edited'>,
  ): Promise<void> {
    await db.update(chunks).set(change).where(eq(chunks.id, id));
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(chunks).where(eq(chunks.id, id));
  },

  /** Updates the stored number of a document's chunks. */
  async recount(db: TenantDb, key: ShownDocumentKey): Promise<void> {
    const [row] = await db.select({ total: count() }).from(chunks).where(placed(key));
    await db
      .update(knowledgeImports)
      .set({ chunkCount: row?.total ?? 0 })
      .where(eq(knowledgeImports.id, key.importId));
  },
};
