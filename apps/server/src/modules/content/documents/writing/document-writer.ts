import { createHash } from 'node:crypto';
import { type Block, blockSeparator } from '@atelier/documents';
import { type Chunk, createChunker, createPreprocessor } from '@atelier/documents/chunking';
import { encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { beginningLength, type DocumentNames, toLexicalDocument } from '@atelier/retrieval/naming';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import type { IndexedDocumentKey } from '../../indexing/declarations.ts';
import { addSegment } from '../../indexing/index.ts';
import { chunkRepository } from '../repository/chunks.ts';
import { contentRepository } from '../repository/content.ts';
import type { NewChunk, NewSection } from '../tables.ts';
import { namesIn } from './names-in.ts';

const longestSection = 6000;

type Position = Pick<NewSection, 'page' | 'second'>;

export interface SectionCutter {
  /** Takes the next block. Returns the sections that are complete. */
  push(block: Block): NewSection[];
  flush(): NewSection[];
  /** The number of characters of the document so far. */
  readonly length: number;
}

/** Moves an offset so that it does not lie inside a surrogate pair. */
const cutAt = (text: string, at: number): number => {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
};

/**
 * Divides a document's text (`joinBlocks`) into sections of blocks with the same page or second, each of at most 6,000
 * characters. `startOffset` counts in that text, so `text.slice(startOffset, startOffset + section.text.length)` is the
 * section.
 */
export const createSectionCutter = (): SectionCutter => {
  let ordinal = 0;
  let length = 0;
  let open: Omit<NewSection, 'ordinal'> | undefined;

  const close = (): NewSection[] => {
    if (!open) return [];
    const section = { ordinal, ...open };
    ordinal += 1;
    open = undefined;
    return [section];
  };

  const cutLong = (position: Position): NewSection[] => {
    const done: NewSection[] = [];
    while (open && open.text.length > longestSection) {
      const { startOffset, text } = open;
      const at = cutAt(text, longestSection);
      open = { ...position, startOffset, text: text.slice(0, at) };
      done.push(...close());
      open = { ...position, startOffset: startOffset + at, text: text.slice(at) };
    }
    return done;
  };

  return {
    get length() {
      return length;
    },
    push(block) {
      if (block.text === '') return [];
      const position = { page: block.page ?? null, second: block.second ?? null };
      const gap = length === 0 ? '' : blockSeparator;
      const joins =
        open?.page === position.page &&
        open.second === position.second &&
        open.text.length + gap.length + block.text.length <= longestSection;
      const done = joins ? [] : close();
      if (open && joins) open.text += gap + block.text;
      else open = { ...position, startOffset: length + gap.length, text: block.text };
      length += gap.length + block.text.length;
      return [...done, ...cutLong(position)];
    },
    flush: close,
  };
};

/**
 * The size of one transaction and one segment: large enough to be efficient, small enough for the memory and for other
 * work.
 */
const batch = { chunks: 64, characters: 128 * 1024, sections: 64 };

/** Returns the content hash of a chunk. Chunks with equal text and heading have the same hash. */
export const hashChunk = ({ heading = '', text }: { heading?: string; text: string }): string =>
  createHash('sha256').update(`${heading}\n${text}`).digest('base64url');

export const toChunkRow = (chunk: Chunk): NewChunk => ({
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
  contentHash: hashChunk(chunk),
});

/** Encodes the lexical segment of chunks of one document. */
export const buildLexicalSegment = (
  rows: readonly NewChunk[],
  { language }: Pick<IndexVersionRow, 'language'>,
  names: DocumentNames | null,
) => ({
  id: newId('seg'),
  kind: 'LEXICAL' as const,
  docs: rows.length,
  lastOrdinal: rows.at(-1)?.ordinal ?? 0,
  data: encodeLexicalSegment(
    rows.map((row) => toLexicalDocument(row, names)),
    { language },
  ),
});

/** Stores chunks with the lexical segment that will make them searchable. */
export const storeChunks = async (
  tx: TxCtx,
  key: IndexedDocumentKey,
  {
    rows,
    index,
    names,
  }: {
    rows: readonly NewChunk[];
    index: Pick<IndexVersionRow, 'language'>;
    names: DocumentNames | null;
  },
): Promise<void> => {
  if (rows.length === 0) return;
  await chunkRepository.insertMany(tx.db, key, rows);
  await addSegment(tx, key, buildLexicalSegment(rows, index, names));
};

/** True when enough has been collected for a transaction. */
interface Gathered {
  isFull: boolean;
}

/** Parts of a document that are not yet stored. */
export interface Collected {
  sections: readonly NewSection[];
  chunks: readonly NewChunk[];
}

export interface DocumentWriter {
  /** Processes a block in steps of less than 10 ms. After each step the caller can yield to other work and write the collected parts. */
  push(block: Block): Iterable<Gathered>;
  /** Processes the last blocks in the same way. Only `write` may follow. */
  end(): Iterable<Gathered>;
  /** Stores the collected parts: sections, chunks, and the segment that will make them searchable. */
  write(tx: TxCtx): Promise<void>;
  /** Returns the collected parts that are not yet stored, and forgets them. */
  take(): Collected;
  /** True when nothing was stored, so that the collected parts are the whole document. */
  readonly isWhole: boolean;
  /** The names of their document in the chunks. Final when `beginningLength` characters were read, or the end. */
  readonly names: DocumentNames | null;
  readonly facts: { pageCount: number | null; chunkCount: number; charCount: number };
}

/** Collects the parts of a document until there are enough for a transaction. */
const createCollection = () => {
  let chunks: NewChunk[] = [];
  let sections: NewSection[] = [];
  let characters = 0;
  return {
    addSections: (more: readonly NewSection[]) => void sections.push(...more),
    addChunks: (more: readonly Chunk[]) => {
      chunks.push(...more.map(toChunkRow));
      for (const { text } of more) characters += text.length;
    },
    isFull: () =>
      chunks.length >= batch.chunks || characters >= batch.characters || sections.length >= batch.sections,
    look: (): Collected => ({ sections, chunks }),
    take: (): Collected => {
      const taken = { sections, chunks };
      chunks = [];
      sections = [];
      characters = 0;
      return taken;
    },
  };
};

/** Splits a document into sections and chunks, block by block, and stores them in batches. */
export const createDocumentWriter = (
  key: IndexedDocumentKey,
  index: Pick<IndexVersionRow, 'chunking' | 'language' | 'format'>,
  name: string,
): DocumentWriter => {
  const preprocessor = createPreprocessor(index.chunking.preprocessing);
  const chunker = createChunker(index.chunking);
  const cutter = createSectionCutter();
  const collection = createCollection();
  let pageCount: number | null = null;
  let chunkCount = 0;
  let isWhole = true;
  let beginning = '';
  const names = () => namesIn(index, { name, beginning });
  const gather = (more: readonly Chunk[]) => {
    collection.addChunks(more);
    chunkCount += more.length;
  };
  function* take(blocks: readonly Block[]): Generator<Gathered, void> {
    for (const block of blocks) {
      collection.addSections(cutter.push(block));
      if (beginning.length < beginningLength)
        beginning += `${block.text.slice(0, beginningLength)}${blockSeparator}`;
      for (const few of chunker.cut(block)) {
        gather(few);
        yield { isFull: collection.isFull() };
      }
    }
  }
  return {
    take: collection.take,
    get isWhole() {
      return isWhole;
    },
    get names() {
      return names();
    },
    *push(block) {
      if (block.page !== undefined) pageCount = Math.max(pageCount ?? 0, block.page);
      yield* take(preprocessor.push(block));
    },
    *end() {
      yield* take(preprocessor.flush());
      collection.addSections(cutter.flush());
      gather(chunker.flush());
    },
    async write(tx) {
      isWhole = false;
      const { sections, chunks } = collection.look();
      await contentRepository.insertSections(tx.db, key, sections);
      await storeChunks(tx, key, { rows: chunks, index, names: names() });
      collection.take();
    },
    get facts() {
      return { pageCount, chunkCount, charCount: cutter.length };
    },
  };
};
