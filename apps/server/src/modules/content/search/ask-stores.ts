import { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../bases/declarations.ts';
import { vectorStore } from '../indexing/index.ts';
import type { StageHit } from './find-lists.ts';
import type { SearchScope } from './memory/segment-directory.ts';

interface StoreSearch {
  vectors: ReadonlyMap<string, readonly Float32Array[]>;
  depth: number;
  signal: AbortSignal | undefined;
}

export interface StoresFound {
  /** The hits of each knowledge base, per question. */
  stored: Map<string, StageHit[][]>;
  notes: string[];
}

/**
 * Stores refuse longer lists of documents. Beyond this number more hits are requested, and those out of scope are dropped
 * later.
 */
const mostDocuments = 1000;
const furtherFactor = 4;

const narrowing = ({ kind, importIds }: SearchScope, depth: number) =>
  kind === 'ONLY' && importIds.size <= mostDocuments
    ? { documentIds: [...importIds], topK: depth }
    : { topK: importIds.size === 0 ? depth : depth * furtherFactor };

/** Converts the scores of a store, (1 + cosine) / 2, into those of this module: the cosine, with negative values as 0. */
const toCosine = (score: number): number => Math.max(0, 2 * score - 1);

const askStore = async (
  ctx: Ctx,
  { index }: KnowledgeBaseWithIndex,
  { scope, search }: { scope: SearchScope; search: StoreSearch },
): Promise<StageHit[][]> => {
  const found: StageHit[][] = [];
  for (const vector of search.vectors.get(index.embeddingModelId ?? '') ?? []) {
    const query = {
      vector,
      ...narrowing(scope, search.depth),
      ...(search.signal ? { signal: search.signal } : {}),
    };
    const hits = await vectorStore.search(ctx, index, query);
    found.push(hits.map(({ id, score }) => ({ id, score: toCosine(score) })));
  }
  return found;
};

/**
 * Searches the external stores. If one does not answer, the copy of the vectors in the database is used, and a note says
 * so.
 */
export const askStores = async (
  ctx: Ctx,
  { bases, scope }: { bases: readonly KnowledgeBaseWithIndex[]; scope: SearchScope },
  search: StoreSearch,
): Promise<StoresFound> => {
  const stored = new Map<string, StageHit[][]>();
  const notes: string[] = [];
  for (const base of bases.filter(
    ({ index }) => vectorStore.isExternal(index) && index.dimensions !== null,
  )) {
    try {
      stored.set(base.base.id, await askStore(ctx, base, { scope, search }));
    } catch (error) {
      if (!(error instanceof AppError) || search.signal?.aborted) throw error;
      notes.push(
        `The vector store of “${base.base.name}” did not answer (${error.message}), so our own copy of the vectors was searched.`,
      );
    }
  }
  return { stored, notes };
};
