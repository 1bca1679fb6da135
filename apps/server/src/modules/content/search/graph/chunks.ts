import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { and, eq, inArray } from 'drizzle-orm';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findKnowledgeBaseRow, getKnowledgeBaseRow } from '../../bases/index.ts';
import { publishedChunks } from '../../indexing/declarations.ts';
import { noStages } from '../find-lists.ts';
import { presentHits } from '../read-hits.ts';
import { type FoundChunk, foundChunkRepository } from '../repository.ts';

/** Returns the settings that a graph uses, of a knowledge base that the actor may see. Throws `knowledge.not_found`. */
export const getGraphSettings = async (
  tx: TxCtx,
  knowledgeBaseId: string,
): Promise<{ embeddingModelId: string | null; topK: number; isOn: boolean }> => {
  const { index, base } = await getKnowledgeBaseRow(tx, knowledgeBaseId);
  const { embeddingModelId } = index;
  return { embeddingModelId, topK: base.retrieval.topK, isOn: base.status === 'ON' };
};

/**
 * Returns the embedding model of a knowledge base, without checking permissions; undefined when the knowledge base was
 * deleted.
 */
export const findGraphSettings = async (tx: TxCtx, knowledgeBaseId: string) => {
  const found = await findKnowledgeBaseRow(tx, knowledgeBaseId);
  return found && { embeddingModelId: found.index.embeddingModelId };
};

/** Returns chunks by id with their documents, in no particular order. */
export const findChunks = (tx: TxCtx, ids: readonly string[]): Promise<FoundChunk[]> =>
  foundChunkRepository.list(tx.db, ids);

/** Returns those of the chunks that can be found now. */
const keepPublished = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  chunkIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx.db
    .select({ id: publishedChunks.id })
    .from(publishedChunks)
    .where(
      and(eq(publishedChunks.knowledgeBaseId, knowledgeBaseId), inArray(publishedChunks.id, [...chunkIds])),
    );
  return new Set(rows.map(({ id }) => id));
};

/**
 * Presents the chunks found through a graph as search results. The graph is updated a little after its documents, so chunks
 * that were disabled or deleted meanwhile are left out here.
 */
export const presentChunks = async (
  tx: TxCtx,
  { knowledgeBaseId, query }: { knowledgeBaseId: string; query: string },
  hits: readonly { chunkId: string; score: number }[],
): Promise<RetrievalResult[]> => {
  const chunkIds = hits.map(({ chunkId }) => chunkId);
  const published = await keepPublished(tx, knowledgeBaseId, chunkIds);
  const found = hits.filter(({ chunkId }) => published.has(chunkId));
  return presentHits(
    tx,
    found.map(({ chunkId, score }) => ({ id: chunkId, score, stages: { ...noStages, graph: score } })),
    query,
  );
};
