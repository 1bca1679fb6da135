import { createHash } from 'node:crypto';
import { type Block } from '@atelier/documents';
import { type Chunk, createChunker, createPreprocessor } from '@atelier/documents/chunking';
import { encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import {
  contentRepository,
  type IndexedDocumentKey,
  type NewChunk,
  type NewSection,
  segmentRepository,
} from '../../indexing/index.ts';
import { createSectionCutter } from './section-cutter.ts';

/**
 * The size of one transaction and one segment: large enough to be efficient, small enough for the memory and for other
 * work.
 */
const batch = { chunks: 64, characters: 128 * 1024, sections: 64 };

/** Returns the content hash of a chunk. Chunks with equal text and heading have the same hash. */
export const hashOf = ({ heading = '', text }: { heading?: string; text: string }): string =>
  createHash('sha256').update(`${heading}\n${text}`).digest('base64url');

export const rowOf = (chunk: Chunk): NewChunk => ({
  id: newId('chk'),
  ordinal: chunk.ordinal,
  text: chunk.text,
  tokens: chunk.tokens,
  page: chunk.page ?? null,
  pageEnd: chunk.pageEnd ?? null,
  second: chunk.second ?? null,
  secondEnd: chunk.secondEnd ?? null,
  heading: chunk.heading ?? null,
  startOffset: chunk.start,
  endOffset: chunk.end,
  contentHash: hashOf(chunk),
});

/** Encodes the lexical segment of chunks. */
export const segmentOf = (rows: readonly NewChunk[], { language }: Pick<IndexVersionRow, 'language'>) => ({
  id: newId('seg'),
  kind: 'LEXICAL' as const,
  docs: rows.length,
  lastOrdinal: rows.at(-1)?.ordinal ?? 0,
  data: encodeLexicalSegment(
    rows.map(({ id, text, heading }) => ({ id, text, ...(heading === null ? {} : { heading }) })),
    { language },
  ),
});

/** True when enough has been collected for a transaction. */
interface Gathered {
  isFull: boolean;
}

export interface DocumentWriter {
  /**
   * Processes a block in steps of less than 10 ms. After each step the caller can yield to other work and write what has
   * been collected.
   */
  push(block: Block): Iterable<Gathered>;
  /** Processes the last blocks in the same way. Only `write` may follow. */
  end(): Iterable<Gathered>;
  /** Stores what has been collected: sections, chunks, and the segment that will make them searchable. */
  write(tx: TxCtx): Promise<void>;
  readonly facts: { pageCount: number | null; chunkCount: number; charCount: number };
}

/** Cuts a document into sections and chunks, block by block, and stores them in batches. */
export const createDocumentWriter = (
  key: IndexedDocumentKey,
  index: Pick<IndexVersionRow, 'chunking' | 'language'>,
): DocumentWriter => {
  const preprocessor = createPreprocessor(index.chunking.preprocessing);
  const chunker = createChunker(index.chunking);
  const cutter = createSectionCutter();
  let chunks: NewChunk[] = [];
  let sections: NewSection[] = [];
  let pageCount: number | null = null;
  let chunkCount = 0;
  let characters = 0;
  const gather = (more: readonly Chunk[]) => {
    chunks.push(...more.map(rowOf));
    chunkCount += more.length;
    for (const { text } of more) characters += text.length;
  };
  const isFull = () =>
    chunks.length >= batch.chunks || characters >= batch.characters || sections.length >= batch.sections;
  function* take(blocks: readonly Block[]): Generator<Gathered, void> {
    for (const block of blocks) {
      sections.push(...cutter.push(block));
      for (const few of chunker.cut(block)) {
        gather(few);
        yield { isFull: isFull() };
      }
    }
  }
  return {
    *push(block) {
      if (block.page !== undefined) pageCount = Math.max(pageCount ?? 0, block.page);
      yield* take(preprocessor.push(block));
    },
    *end() {
      yield* take(preprocessor.flush());
      sections.push(...cutter.flush());
      gather(chunker.flush());
    },
    async write(tx) {
      await contentRepository.insertSections(tx.db, key, sections);
      await contentRepository.insertChunks(tx.db, key, chunks);
      if (chunks.length > 0) await segmentRepository.insert(tx.db, key, segmentOf(chunks, index));
      chunks = [];
      characters = 0;
      sections = [];
    },
    get facts() {
      return { pageCount, chunkCount, charCount: cutter.length };
    },
  };
};
