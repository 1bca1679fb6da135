import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { type SQL, sql } from 'drizzle-orm';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow, importRepository, knowledgeBaseRepository } from '../../bases/index.ts';
import { contentRepository, type FoundChunk } from '../../indexing/index.ts';
import { noStages } from '../rank.ts';
import { presentHits } from '../read-hits.ts';

/** A row of `publishedChunks`. */
export interface PublishedChunk {
  id: string;
  import_id: string;
  heading: string | null;
  text: string;
  tokens: number;
  start_offset: number;
  content_hash: string;
}

/**
 * Builds a query of the chunks of a knowledge base that can be found now: those in its active version that are published
 * and not disabled.
 */
export const publishedChunks = (knowledgeBaseId: string): SQL => sql`
  select c.id, c.import_id, c.heading, c.text, c.tokens, c.start_offset::float8 as start_offset, c.content_hash
  from chunks c
  join knowledge_imports i on i.id = c.import_id and i.shown_version = c.document_version and i.state = 'ENABLED'
  join knowledge_bases b on b.id = i.knowledge_base_id and b.active_index_version = c.index_version_id
  where b.id = ${knowledgeBaseId} and exists (
    select 1 from index_segments s
    where s.index_version_id = c.index_version_id and s.import_id = c.import_id and s.live)`;

/** Builds a query of the content hashes of all chunks of a knowledge base, whether they can be found or not. */
export const contentHashes = (knowledgeBaseId: string): SQL => sql`
  select c.content_hash from chunks c
  join knowledge_imports i on i.id = c.import_id where i.knowledge_base_id = ${knowledgeBaseId}`;

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
  const found = await knowledgeBaseRepository.find(tx.db, knowledgeBaseId);
  return found && { embeddingModelId: found.index.embeddingModelId };
};

/** Returns the id of a document's knowledge base, or undefined when the document was deleted. */
export const findBaseOfImport = async (tx: TxCtx, importId: string): Promise<string | undefined> =>
  (await importRepository.find(tx.db, importId))?.import.knowledgeBaseId;

/** Returns chunks by id with their documents, in no particular order. */
export const findChunks = (tx: TxCtx, ids: readonly string[]): Promise<FoundChunk[]> =>
  contentRepository.listFound(tx.db, ids);

/** Returns those of the chunks that can be found now. */
const keepPublished = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  chunkIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await tx.db.execute<{
    id: string;
  }>(sql`select p.id from (${publishedChunks(knowledgeBaseId)}) p
    where p.id in (select json_array_elements_text(${JSON.stringify(chunkIds)}::json))`);
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
