import type { RetrievalResult } from '@atelier/contracts';
import { compressPassage, selectQuote } from '@atelier/retrieval';
import type { TxCtx } from '../../../kernel/context.ts';
import { contentRepository, type FoundChunk, type PlaceStart } from '../repository/content.ts';
import { type Places, placeAt } from './place-at.ts';
import type { RankedHit } from './rank.ts';
import type { FoundHit } from './rerank-hits.ts';

/** What of a document is shown for a hit; `text` is the document's from `start` to `end`. */
export interface Shown {
  text: string;
  start: number;
  end: number;
  places: Places;
}

const placesOf = ({ chunk }: FoundChunk, starts: readonly PlaceStart[]): Places => {
  const { page, second, startOffset } = chunk;
  if (page === null && second === null) return [];
  const inside = starts.filter(({ chunkId }) => chunkId === chunk.id);
  return [
    { page, second, start: startOffset },
    ...inside.map((each) => ({ page: each.page, second: each.second, start: each.start })),
  ];
};

/** A hit with what is shown of it. The quote is always of the passage itself, so that it cites the exact place. */
export const presentHit = (
  { hit, found: { chunk, document } }: FoundHit,
  { text, start, end, places }: Shown,
  query: string,
): RetrievalResult => {
  const quote = selectQuote(query, chunk.text);
  return {
    chunkId: hit.id,
    text,
    score: hit.score,
    stages: hit.stages,
    document: {
      knowledgeBaseImportId: document.id,
      knowledgeBaseId: document.knowledgeBaseId,
      name: document.name,
      ...placeAt(places, chunk.startOffset + quote.start),
      ...(chunk.heading === null ? {} : { heading: chunk.heading }),
    },
    edited: chunk.edited || document.isEdited,
    start,
    end,
    places,
    quote: quote.quote,
  };
};

/** What is shown when nothing is cut or added: the passage as it is. */
export const showWhole = async (tx: TxCtx, hits: readonly FoundHit[]): Promise<Shown[]> => {
  const overPlaces = hits
    .filter(({ found: { chunk } }) => chunk.pageEnd !== null || chunk.secondEnd !== null)
    .map(({ hit }) => hit.id);
  const starts = await contentRepository.listPlaceStarts(tx.db, overPlaces);
  return hits.map(({ found }) => ({
    text: found.chunk.text,
    start: found.chunk.startOffset,
    end: found.chunk.endOffset,
    places: placesOf(found, starts),
  }));
};

/** CONTEXTUAL_COMPRESSION: the run of sentences that speaks of the question. A passage written by hand stays as it is. */
export const showCompressed = (query: string, { found }: FoundHit, whole: Shown): Shown => {
  if (found.chunk.edited) return whole;
  const { text, start, end } = compressPassage(query, whole.text);
  const from = whole.start + start;
  const first = whole.places.findLast((place) => place.start <= from);
  const rest = whole.places.filter((place) => place.start > from && place.start < whole.start + end);
  return {
    text,
    start: from,
    end: whole.start + end,
    places: [...(first ? [{ ...first, start: from }] : []), ...rest],
  };
};

/** Ranked hits with their texts and documents as they are; what was deleted since is left out. */
export const presentHits = async (
  tx: TxCtx,
  ranked: readonly RankedHit[],
  query: string,
): Promise<RetrievalResult[]> => {
  const rows = await contentRepository.listFound(
    tx.db,
    ranked.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.chunk.id, row]));
  const hits = ranked.flatMap((hit) => {
    const found = byId.get(hit.id);
    return found ? [{ hit, found }] : [];
  });
  const shown = await showWhole(tx, hits);
  return hits.flatMap((hit, at) => {
    const whole = shown[at];
    return whole ? [presentHit(hit, whole, query)] : [];
  });
};
