import { analyze } from '@atelier/retrieval/text';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { KnowledgeBaseWithIndex } from '../../bases/declarations.ts';
import type { ImportWithRun } from '../../documents/declarations.ts';
import { documentText, getImportRow, versionChunks } from '../../documents/index.ts';
import type { IndexCache } from '../memory/index-cache.ts';
import { type FoundChunk, foundChunkRepository } from '../repository.ts';

/** The chunk that the user expected: given by its id, by its document, or by its words. */
export interface Wanted {
  chunkId?: string | undefined;
  knowledgeBaseImportId?: string | undefined;
  text?: string | undefined;
}

export interface Target {
  document: ImportWithRun | undefined;
  /** The expected chunks, the most likely first. */
  chunks: FoundChunk[];
  /** True when the document's text contains the words; null when none were given. */
  holdsWords: boolean | null;
}

/** The share of the words that a chunk must contain to count as the expected one. */
const sameShare = 0.7;
const mostLikely = 10;
const mostOfDocument = 2000;

const computeShare = (wanted: ReadonlySet<string>, text: string): number => {
  if (wanted.size === 0) return 0;
  const terms = new Set(analyze(text));
  return [...wanted].filter((term) => terms.has(term)).length / wanted.size;
};

/** Finds the chunks that contain most of the words, including those that searches may not find. */
const findByWords = async (
  tx: TxCtx,
  text: string,
  {
    base,
    cache,
    importId,
  }: { base: KnowledgeBaseWithIndex; cache: IndexCache; importId?: string | undefined },
): Promise<FoundChunk[]> => {
  const loaded = await cache.open(tx, base.index);
  const only = importId && loaded.segmentsIn({ kind: 'ONLY', importIds: new Set([importId]) });
  const hits = await loaded.findWords({
    query: text,
    topK: mostLikely,
    ...(only ? { inSegments: only } : {}),
  });
  const rows = await foundChunkRepository.list(
    tx.db,
    hits.map(({ id }) => id),
  );
  const wanted = new Set(analyze(text));
  return rows
    .map((row) => ({ row, share: computeShare(wanted, row.chunk.text) }))
    .filter(({ share }) => share >= sameShare)
    .sort((a, b) => b.share - a.share)
    .map(({ row }) => row);
};

const ofDocument = async (
  tx: TxCtx,
  { importId, text }: { importId: string; text: string | undefined },
  { base, cache }: { base: KnowledgeBaseWithIndex; cache: IndexCache },
): Promise<Target> => {
  const document = await getImportRow(tx, importId);
  if (document.import.knowledgeBaseId !== base.base.id) fail('knowledge.import_not_found');
  if (text) {
    const chunks = await findByWords(tx, text, { base, cache, importId });
    const holdsWords = chunks.length > 0 || (await documentText.holdsWords(tx, importId, text));
    return { document, chunks, holdsWords };
  }
  const ids = await versionChunks.listFirstIds(
    tx,
    { importId, indexVersionIds: [base.index.id] },
    mostOfDocument,
  );
  return { document, chunks: await foundChunkRepository.list(tx.db, ids), holdsWords: null };
};

/**
 * Finds the chunks and the document that the user expected. Throws `retrieval.chunk_not_found` and
 * `knowledge.import_not_found`.
 */
export const findTarget = async (
  tx: TxCtx,
  { chunkId, knowledgeBaseImportId, text }: Wanted,
  target: { base: KnowledgeBaseWithIndex; cache: IndexCache },
): Promise<Target> => {
  if (chunkId) {
    const [found] = await foundChunkRepository.list(tx.db, [chunkId]);
    if (!found || found.document.knowledgeBaseId !== target.base.base.id)
      return fail('retrieval.chunk_not_found');
    return { document: await getImportRow(tx, found.document.id), chunks: [found], holdsWords: null };
  }
  if (knowledgeBaseImportId) return ofDocument(tx, { importId: knowledgeBaseImportId, text }, target);
  const chunks = text ? await findByWords(tx, text, target) : [];
  const importId =
    chunks[0]?.document.id ?? (await documentText.findHolder(tx, target.base.base.id, text ?? ''));
  return importId === undefined
    ? { document: undefined, chunks: [], holdsWords: false }
    : { document: await getImportRow(tx, importId), chunks, holdsWords: true };
};
