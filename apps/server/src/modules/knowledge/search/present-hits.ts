import type { RetrievalResult } from '@atelier/contracts';
import { compressPassage, selectQuote } from '@atelier/retrieval';
import type { TxCtx } from '../../../kernel/context.ts';
import { contentRepository, type FoundChunk, type PageStart } from '../repository/content.ts';
import { type Pages, pageAt } from './page-at.ts';
import type { RankedHit } from './rank.ts';
import type { FoundHit } from './rerank-hits.ts';

/** What of a document is shown for a hit; `text` is the document's from `start` to `end`. */
export interface Shown {
  text: string;
  start: number;
  end: number;
  pages: Pages;
}

const pagesOf = ({ chunk }: FoundChunk, starts: readonly PageStart[]): Pages => {
  if (chunk.page === null) return [];
  const inside = starts.filter(({ chunkId }) => chunkId === chunk.id);
  return [
    { page: chunk.page, start: chunk.startOffset },
    ...inside.map(({ page, start }) => ({ page, start })),
  ];
};

/** A hit with what is shown of it. The quote is always of the passage itself, so that it cites the exact place. */
export const presentHit = (
  { hit, found: { chunk, document } }: FoundHit,
  { text, start, end, pages }: Shown,
  query: string,
): RetrievalResult => {
  const quote = selectQuote(query, chunk.text);
  const page = pageAt(pages, chunk.startOffset + quote.start);
  return {
    chunkId: hit.id,
    text,
    score: hit.score,
    stages: hit.stages,
    document: {
      knowledgeBaseImportId: document.id,
      knowledgeBaseId: document.knowledgeBaseId,
      name: document.name,
      ...(page === undefined ? {} : { page }),
      ...(chunk.heading === null ? {} : { heading: chunk.heading }),
    },
    edited: chunk.edited || document.isEdited,
    start,
    end,
    pages,
    quote: quote.quote,
  };
};

/** What is shown when nothing is cut or added: the passage as it is. */
export const showWhole = async (tx: TxCtx, hits: readonly FoundHit[]): Promise<Shown[]> => {
  const overPages = hits.filter(({ found }) => found.chunk.pageEnd !== null).map(({ hit }) => hit.id);
  const starts = await contentRepository.listPageStarts(tx.db, overPages);
  return hits.map(({ found }) => ({
    text: found.chunk.text,
    start: found.chunk.startOffset,
    end: found.chunk.endOffset,
    pages: pagesOf(found, starts),
  }));
};

/** CONTEXTUAL_COMPRESSION: the run of sentences that speaks of the question. A passage written by hand stays as it is. */
export const showCompressed = (query: string, { found }: FoundHit, whole: Shown): Shown => {
  if (found.chunk.edited) return whole;
  const { text, start, end } = compressPassage(query, whole.text);
  const from = whole.start + start;
  const first = whole.pages.findLast((page) => page.start <= from);
  const pages = whole.pages.filter((page) => page.start > from && page.start < whole.start + end);
  return {
    text,
    start: from,
    end: whole.start + end,
    pages: [...(first ? [{ page: first.page, start: from }] : []), ...pages],
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
