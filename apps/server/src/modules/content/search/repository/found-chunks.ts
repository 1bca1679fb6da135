import { inArray } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { foundChunks } from '../../documents/index.ts';
import type { ChunkRow } from '../../indexing/index.ts';

/** A chunk and the document that it comes from. */
export interface FoundChunk {
  chunk: ChunkRow;
  document: { id: string; name: string; knowledgeBaseId: string; isEdited: boolean };
}

/** Returns chunks by id with their documents, in no particular order. Deleted chunks are missing. */
export const listFound = async (db: TenantDb, ids: readonly string[]): Promise<FoundChunk[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(foundChunks)
    .where(inArray(foundChunks.id, [...ids]));
  return rows.map(({ knowledgeBaseId, documentName: name, documentEdited: isEdited, ...chunk }) => ({
    chunk,
    document: { id: chunk.importId, name, knowledgeBaseId, isEdited },
  }));
};
