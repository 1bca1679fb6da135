import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { AppError } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { type KnowledgeBaseWithIndex, knowledgeBaseRepository } from '../bases/index.ts';
import { segmentRepository } from '../indexing/index.ts';
import type { QueryVectors } from './embed-query.ts';
import type { GraphFound } from './graph-search.ts';
import type { StageHit, UsedMode } from './rank.ts';
import { readScope, type SearchScope } from './search-scope.ts';
import { needsVectors, usesMeaning } from './search-settings.ts';

/** The knowledge bases and documents that a search covers, as read from the database. */
export interface SearchedBases {
  bases: readonly KnowledgeBaseWithIndex[];
  scope: SearchScope;
}

/** What a search obtained from models and external stores before ranking. */
export interface SearchPlan {
  mode: UsedMode;
  /** The user's question, followed by generated ones. */
  queries: readonly string[];
  vectors: QueryVectors['byModel'];
  /** The hits of external stores, per knowledge base and question. */
  stored: ReadonlyMap<string, readonly (readonly StageHit[])[]>;
  graph: GraphFound | undefined;
  notes: readonly string[];
}

export const emptyPlan: Omit<SearchPlan, 'mode' | 'queries'> = {
  vectors: new Map(),
  stored: new Map(),
  graph: undefined,
  notes: [],
};

const noVectors = 'No embedding model is set up for this knowledge, so it was searched by words (BM25).';
const noVectorsYet = 'No document has embeddings yet, so the knowledge was searched by words (BM25).';

/** Reads the knowledge bases that are searched. `indexVersionId` replaces the active version by another one. */
export const readSearchedBases = async (
  tx: TxCtx,
  knowledgeBaseIds: readonly string[],
  { settings, indexVersionId }: { settings: RetrievalSettings; indexVersionId?: string | undefined },
): Promise<SearchedBases> => {
  const found = await knowledgeBaseRepository.listByIds(tx.db, knowledgeBaseIds);
  // A knowledge base that is switched off answers nothing (KB-12).
  const bases = found.filter(({ base }) => base.status === 'ON');
  const scope = await readScope(
    tx,
    bases.map(({ base }) => base.id),
    settings.filter,
  );
  if (indexVersionId === undefined) return { bases, scope };
  const index = await segmentRepository.findVersion(tx.db, indexVersionId);
  return {
    bases: bases.flatMap(({ base }) => (index?.knowledgeBaseId === base.id ? [{ base, index }] : [])),
    scope,
  };
};

export const canCompareMeaning = (
  settings: RetrievalSettings,
  bases: readonly KnowledgeBaseWithIndex[],
): boolean =>
  usesMeaning(settings) &&
  bases.some(({ index }) => index.embeddingModelId !== null && index.dimensions !== null);

/** Returns the retriever that is used when there are no vectors, and why it is not the requested one. */
export const planByWords = (
  { mode }: RetrievalSettings,
  bases: readonly KnowledgeBaseWithIndex[],
  failure?: AppError,
): { mode: UsedMode; notes: string[] } => {
  const used = mode === 'AUTO' || needsVectors({ mode }) ? 'BM25' : mode;
  if (failure) {
    const why = `The question could not be embedded (${failure.message}), so it was searched by words (BM25).`;
    return { mode: used, notes: [why] };
  }
  if (!needsVectors({ mode })) return { mode: used, notes: [] };
  const isSetUp = bases.some(({ index }) => index.embeddingModelId !== null);
  return { mode: used, notes: [isSetUp ? noVectorsYet : noVectors] };
};
