import { sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { foundChunks } from '../../documents/declarations.ts';
import type { ChunkRow } from '../../indexing/declarations.ts';

/** A chunk and the document that it comes from. */
export interface FoundChunk {
  chunk: ChunkRow;
  document: { id: string; name: string; knowledgeBaseId: string; isEdited: boolean };
  /** The offsets at which further pages, or sections of a recording, begin inside the chunk. */
  positionStarts: (typeof foundChunks.$inferSelect)['positionStarts'];
}

const byIds = defineStatement((db, { ids }: Values<{ ids: readonly string[] }>) =>
  db.select().from(foundChunks).where(sql`${foundChunks.id} = any(${ids}::text[])`),
);

export const foundChunkRepository = {
  /** Returns chunks by id with their documents, in no particular order. Deleted chunks are missing. */
  async list(db: TenantDb, ids: readonly string[]): Promise<FoundChunk[]> {
    if (ids.length === 0) return [];
    const rows = await byIds(db, { ids: [...ids] });
    return rows.map(
      ({ knowledgeBaseId, documentName: name, documentEdited: isEdited, positionStarts, ...chunk }) => ({
        chunk,
        document: { id: chunk.importId, name, knowledgeBaseId, isEdited },
        positionStarts,
      }),
    );
  },
};
