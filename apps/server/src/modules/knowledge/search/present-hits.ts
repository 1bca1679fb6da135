import type { RetrievalResult } from '@atelier/contracts';
import { selectQuote } from '@atelier/retrieval';
import type { TxCtx } from '../../../kernel/context.ts';
import { contentRepository, type FoundChunk, type PageStart } from '../repository/content.ts';
import { type Pages, pageAt } from './page-at.ts';
import type { RankedHit } from './rank.ts';

const pagesOf = ({ chunk }: FoundChunk, starts: readonly PageStart[]): Pages => {
  if (chunk.page === null) return [];
  const inside = starts.filter(({ chunkId }) => chunkId === chunk.id);
  return [
    { page: chunk.page, start: chunk.startOffset },
    ...inside.map(({ page, start }) => ({ page, start })),
  ];
};

const presentHit = (
  { id, score, stages }: RankedHit,
  found: FoundChunk,
  { query, starts }: { query: string; starts: readonly PageStart[] },
): RetrievalResult => {
  const { chunk, document } = found;
  const quote = selectQuote(query, chunk.text);
  const pages = pagesOf(found, starts);
  const page = pageAt(pages, chunk.startOffset + quote.start);
  return {
    chunkId: id,
    text: chunk.text,
    score,
    stages,
    document: {
      knowledgeBaseImportId: document.id,
      knowledgeBaseId: document.knowledgeBaseId,
      name: document.name,
      ...(page === undefined ? {} : { page }),
      ...(chunk.heading === null ? {} : { heading: chunk.heading }),
    },
    start: chunk.startOffset,
    end: chunk.endOffset,
    pages,
    quote: quote.quote,
  };
};

/** Ranked hits with their texts and documents; what was deleted since is left out. */
export const presentHits = async (
  tx: TxCtx,
  ranked: readonly RankedHit[],
  query: string,
): Promise<RetrievalResult[]> => {
  const rows = await contentRepository.listFound(
    tx.db,
    ranked.map(({ id }) => id),
  );
  const overPages = rows.filter(({ chunk }) => chunk.pageEnd !== null).map(({ chunk }) => chunk.id);
  const starts = await contentRepository.listPageStarts(tx.db, overPages);
  const byId = new Map(rows.map((row) => [row.chunk.id, row]));
  return ranked.flatMap((hit) => {
    const found = byId.get(hit.id);
    return found ? [presentHit(hit, found, { query, starts })] : [];
  });
};
