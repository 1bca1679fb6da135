import type {
  RetrievalResult,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { decayByTime } from '@atelier/retrieval/ranking';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { ImportRow } from '../documents/declarations.ts';
import { chunkParts, type Part } from './computations.ts';
import type { RankedHit } from './find-lists.ts';
import type { IndexCache } from './memory/index-cache.ts';
import { isInScope } from './memory/segment-directory.ts';
import { type Positions, positionAt } from './position-at.ts';
import { type FoundChunk, foundChunkRepository, searchDocumentRepository } from './repository.ts';
import type { FoundHit } from './rerank-hits.ts';
import type { SearchedBases } from './search-plan.ts';

/** Names of details that hold a document's date, the most reliable first. */
const dateDetails = ['date', 'published', 'updated', 'modified'];

type Dated = Pick<ImportRow, 'metadata' | 'versionAt' | 'createdAt'>;

/**
 * Returns the date in a document's details, written as `2026-03-01` with or without a time; otherwise the date of its
 * text's import.
 */
export const findDocumentDate = ({ metadata, versionAt, createdAt }: Dated): Date => {
  const details = new Map(
    Object.entries(metadata).map(([name, value]) => [name.trim().toLowerCase(), value]),
  );
  for (const name of dateDetails) {
    const [day] = /^\d{4}-\d{2}-\d{2}/.exec(details.get(name) ?? '') ?? [];
    const date = new Date(day ?? Number.NaN);
    if (!Number.isNaN(date.getTime())) return date;
  }
  return versionAt ?? createdAt;
};

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
  const rows = await foundChunkRepository.list(
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
  const rows = await searchDocumentRepository.listDated(
    tx.db,
    hits.map(({ found }) => found.document.id),
  );
  const dates = new Map(rows.map((row) => [row.id, findDocumentDate(row)]));
  const now = tx.now().getTime();
  const computeAgeDays = ({ found }: FoundHit) =>
    (now - (dates.get(found.document.id)?.getTime() ?? 0)) / dayMs;
  const timed = hits.map((each) => ({ ...each, score: each.hit.score }));
  return decayByTime(timed, { ageDays: computeAgeDays, halfLifeDays: options.halfLifeDays }).map(
    ({ hit, found, score, recency }) => ({
      hit: { ...hit, score, stages: { ...hit.stages, recency } },
      found,
    }),
  );
};

/** The part of a document that is shown for a hit. `text` is the document's text from `start` to `end`. */
export interface Shown {
  text: string;
  start: number;
  end: number;
  positions: Positions;
}

const listPositions = ({ chunk, positionStarts }: FoundChunk): Positions => {
  const { page, second, startOffset } = chunk;
  if (page === null && second === null) return [];
  return [{ page, second, start: startOffset }, ...positionStarts];
};

/** A hit with the part of its document that is shown. */
export interface ShownHit {
  hit: FoundHit;
  shown: Shown;
}

/** The quote is always taken from the chunk itself, so that it cites the exact span. */
const presentHit = (
  {
    hit: {
      hit,
      found: { chunk, document },
    },
    shown: { text, start, end, positions },
  }: ShownHit,
  quote: Part,
): RetrievalResult => {
  return {
    chunkId: hit.id,
    text,
    score: hit.score,
    stages: hit.stages,
    document: {
      knowledgeBaseImportId: document.id,
      knowledgeBaseId: document.knowledgeBaseId,
      name: document.name,
      ...positionAt(positions, chunk.startOffset + quote.start),
      ...(chunk.heading === null ? {} : { heading: chunk.heading }),
    },
    edited: chunk.edited || document.isEdited,
    start,
    end,
    positions,
    quote: chunk.text.slice(quote.start, quote.end),
  };
};

/** Shows each chunk as it is, without more or less of its document. */
export const showWhole = (hits: readonly FoundHit[]): Shown[] =>
  hits.map(({ found }) => ({
    text: found.chunk.text,
    start: found.chunk.startOffset,
    end: found.chunk.endOffset,
    positions: listPositions(found),
  }));

/** Combines each hit with the part of its document that is shown. */
export const pairUp = (hits: readonly FoundHit[], shown: readonly Shown[]): ShownHit[] =>
  hits.flatMap((hit, at) => {
    const its = shown[at];
    return its ? [{ hit, shown: its }] : [];
  });

const within = (whole: Shown, { start, end }: Part): Shown => {
  const from = whole.start + start;
  const first = whole.positions.findLast((position) => position.start <= from);
  const rest = whole.positions.filter(
    (position) => position.start > from && position.start < whole.start + end,
  );
  return {
    text: whole.text.slice(start, end),
    start: from,
    end: whole.start + end,
    positions: [...(first ? [{ ...first, start: from }] : []), ...rest],
  };
};

/**
 * Presents hits as search results. Their quotes are empty unless `isQuoted` asks for them. CONTEXTUAL_COMPRESSION shows the consecutive
 * sentences of each that match the question; a chunk written by hand is shown whole.
 */
export const present = async (
  tx: TxCtx,
  hits: readonly ShownHit[],
  {
    query,
    isQuoted,
    isCompressed = false,
    signal,
  }: { query: string; isQuoted: boolean; isCompressed?: boolean; signal?: AbortSignal | undefined },
): Promise<RetrievalResult[]> => {
  const chunks = hits.map(
    ({
      hit: {
        found: { chunk },
      },
      shown,
    }) => ({
      text: chunk.text,
      // Which page a result names depends on its quote.
      isQuoted: isQuoted || shown.positions.length > 1,
      isCompressed: isCompressed && !chunk.edited,
    }),
  );
  const asker = { tenantId: tx.tenantId, signal };
  const parts = await tx.services.compute.run(chunkParts, { query, chunks }, asker);
  return hits.flatMap(({ hit, shown }, at) => {
    const part = parts[at];
    if (!part) return [];
    return [presentHit({ hit, shown: part.shown ? within(shown, part.shown) : shown }, part.quote)];
  });
};

/** Presents ranked hits with their current texts and documents. Chunks that were deleted since are left out. */
export const presentHits = async (
  tx: TxCtx,
  ranked: readonly RankedHit[],
  query: string,
): Promise<RetrievalResult[]> => {
  const rows = await foundChunkRepository.list(
    tx.db,
    ranked.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.chunk.id, row]));
  const hits = ranked.flatMap((hit) => {
    const found = byId.get(hit.id);
    return found ? [{ hit, found }] : [];
  });
  return present(tx, pairUp(hits, showWhole(hits)), { query, isQuoted: true });
};
