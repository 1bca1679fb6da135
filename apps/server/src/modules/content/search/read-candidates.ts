import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { decayByTime } from '@atelier/retrieval';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { contentRepository } from '../indexing/index.ts';
import type { IndexCache } from './memory/index-cache.ts';
import type { RankedHit } from './rank.ts';
import { searchDocumentRepository } from './repository/search-documents.ts';
import type { FoundHit } from './rerank-hits.ts';
import type { SearchedBases } from './search-plan.ts';
import { isInScope } from './search-scope.ts';

const dayMs = 86_400_000;

/**
 * Reads the chunks of ranked hits. Left out are chunks that were deleted since, and chunks from an external store or a
 * graph that are out of scope or not published in the version that is searched.
 */
export const readHits = async (
  tx: TxCtx,
  ranked: readonly RankedHit[],
  { searched, cache }: { searched: SearchedBases; cache: IndexCache },
): Promise<FoundHit[]> => {
  const rows = await contentRepository.listFound(
    tx.db,
    ranked.map(({ id }) => id),
  );
  const published = new Set<string>();
  for (const { index } of searched.bases) {
    const loaded = await cache.open(tx, index);
    for (const { chunk } of rows) {
      if (chunk.indexVersionId === index.id && loaded.hasDocument(chunk.importId)) published.add(chunk.id);
    }
  }
  const byId = new Map(rows.map((row) => [row.chunk.id, row]));
  return ranked.flatMap((hit) => {
    const found = byId.get(hit.id);
    return found && published.has(hit.id) && isInScope(searched.scope, found.document.id)
      ? [{ hit, found }]
      : [];
  });
};

/** For TIME_WEIGHTED: moves newer chunks up. */
export const weighTime = async (
  tx: TxCtx,
  hits: readonly FoundHit[],
  { options }: RetrievalSettings,
): Promise<FoundHit[]> => {
  const dates = await searchDocumentRepository.datesOf(
    tx.db,
    hits.map(({ found }) => found.document.id),
  );
  const now = tx.now().getTime();
  const ageOf = ({ found }: FoundHit) => (now - (dates.get(found.document.id)?.getTime() ?? 0)) / dayMs;
  const timed = hits.map((each) => ({ ...each, score: each.hit.score }));
  return decayByTime(timed, { ageDays: ageOf, halfLifeDays: options.halfLifeDays }).map(
    ({ hit, found, score, recency }) => ({
      hit: { ...hit, score, stages: { ...hit.stages, recency } },
      found,
    }),
  );
};
