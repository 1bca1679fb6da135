import { type Block, blockSeparator } from '../block.ts';
import { countTokens } from './count-tokens.ts';
import { createHeadingPath } from './heading-path.ts';
import {
  type ChunkPosition,
  chooseOverlap,
  cutIndex,
  type Piece,
  sumTokens,
  toChunkPosition,
} from './pieces.ts';
import { type SplitLimits, splitBlock } from './split-text.ts';
import { type CutSpan, createStrategy, type Strategy, type StrategyOptions } from './strategy.ts';

export type ChunkerOptions = StrategyOptions & {
  /** The most tokens of a chunk. Default 400. */
  maxTokens?: number;
  /** Tokens of prose that a chunk repeats from the one before it in the same section. Default 60. */
  overlapTokens?: number;
  /** AUTOMATIC: a section below this is merged with the next one beside it. Default 100. */
  minTokens?: number;
};

/** A chunk. `start` and `end` are offsets in `joinBlocks(blocks)`, whose slice between them is `text`. */
export type Chunk = ChunkPosition & {
  /** Counts from 0. */
  ordinal: number;
  text: string;
  tokens: number;
  start: number;
  end: number;
};

export type Chunker = {
  /** Adds the next block of the document; returns the chunks that are complete. */
  push(block: Block): Chunk[];
  /** Adds the next block in steps of less than 10 ms, so that other work can run in between; each step yields complete chunks. */
  cut(block: Block): Generator<Chunk[]>;
  /** Returns the remaining chunks and resets the chunker. */
  flush(): Chunk[];
};

/** A chunk that would end inside a paragraph leaves the paragraph to the next chunk, if it keeps at least this share. */
const keepShare = 0.6;
/** Sections under different top headings are merged only below this many tokens. */
const tinySection = 24;

/** Creates a chunker, which splits a document by its strategy, one block at a time. */
export function createChunker(options: ChunkerOptions = {}): Chunker {
  let cutter = new ChunkCutter(options);
  return {
    push: (block) => [...cutter.cut(block)].flat(),
    cut: (block) => cutter.cut(block),
    flush() {
      const chunks = cutter.takeAll();
      cutter = new ChunkCutter(options);
      return chunks;
    },
  };
}

class ChunkCutter {
  readonly #maxTokens: number;
  readonly #overlapTokens: number;
  readonly #minTokens: number;
  readonly #limits: SplitLimits;
  /** Null: automatic. */
  readonly #strategy: Strategy | null;
  readonly #headings = createHeadingPath();
  #topLevel = Number.POSITIVE_INFINITY;
  #pieces: Piece[] = [];
  /** The document's text from `#textStart` on; earlier text is in finished chunks. */
  #text = '';
  #textStart = 0;
  #ordinal = 0;

  constructor(options: ChunkerOptions) {
    this.#maxTokens = Math.max(16, options.maxTokens ?? 400);
    this.#overlapTokens = Math.min(options.overlapTokens ?? 60, Math.floor(this.#maxTokens / 3));
    this.#minTokens = Math.min(options.minTokens ?? 100, Math.floor(this.#maxTokens / 2));
    const grain = Math.max(8, Math.min(48, Math.floor(this.#maxTokens / 4)));
    this.#limits = { limit: this.#maxTokens, grain };
    this.#strategy = createStrategy(options);
  }

  *cut(block: Block): Generator<Chunk[]> {
    if (block.text === '') return;
    if (block.opens === 'attachment') yield this.takeAll();
    if (block.kind === 'heading') yield this.#enterSection(block);
    if (block.kind === 'row') yield this.#enterTable(block);
    if (this.#textStart + this.#text.length > 0) this.#text += blockSeparator;
    const offset = this.#textStart + this.#text.length;
    this.#text += block.text;
    const { kind, page, second, level = 1 } = block;
    const shared = { kind, page, second, level, path: this.#pathOf(block), repeated: false };
    let opens = true;
    for (const { from, to, tokens, ends = false } of this.#split(block)) {
      const piece = { ...shared, start: offset + from, end: offset + to, tokens, ends, opens };
      opens = false;
      if (this.#strategy?.endsBefore(this.#pieces, piece) === true) yield this.takeAll();
      yield this.#makeRoom(piece);
      this.#pieces.push(piece);
      this.#forgetText(this.#pieces[0] ?? piece);
    }
  }

  takeAll(): Chunk[] {
    const chunks: Chunk[] = [];
    while (this.#pieces.length > 0) chunks.push(...this.#take(this.#pieces.length));
    return chunks;
  }

  #split(block: Block): Iterable<CutSpan> {
    return this.#strategy === null
      ? splitBlock(block, this.#limits)
      : this.#strategy.split(block, this.#limits);
  }

  /** Ends the chunk before a heading, unless it is too small or the strategy decides otherwise. */
  #enterSection(heading: Block): Chunk[] {
    this.#headings.enter(heading);
    if (this.#strategy !== null) return [];
    const level = heading.level ?? 1;
    this.#topLevel = Math.min(this.#topLevel, level);
    const least = level === this.#topLevel ? Math.min(tinySection, this.#minTokens) : this.#minTokens;
    const fresh = this.#pieces.filter((piece) => !piece.repeated);
    const hasBody = fresh.some((piece) => piece.kind !== 'heading');
    const ends = fresh.length === 0 || (hasBody && sumTokens(this.#pieces) >= least);
    return ends ? this.takeAll() : [];
  }

  /** Ends the chunk before the first row of a table with a caption, so that the chunks of its rows are under the caption. */
  #enterTable(row: Block): Chunk[] {
    const last = this.#pieces.at(-1);
    if (this.#strategy !== null || row.caption === undefined || last === undefined) return [];
    const isInside = last.kind === 'row' && last.path.at(-1) === row.caption;
    return isInside || sumTokens(this.#pieces) < this.#minTokens ? [] : this.takeAll();
  }

  /** Returns the headings above a block, and the caption of its table. */
  #pathOf({ caption }: Block): readonly string[] {
    const headings = this.#headings.current();
    return caption === undefined || headings.includes(caption) ? headings : [...headings, caption];
  }

  /** Ends chunks at the best positions until the piece fits, repeating the last sentences in the next chunk. */
  #makeRoom(next: Piece): Chunk[] {
    const chunks: Chunk[] = [];
    while (this.#pieces.length > 0 && sumTokens(this.#pieces) + next.tokens + 1 > this.#maxTokens) {
      const before = this.#pieces;
      const least = this.#maxTokens * keepShare;
      const count = this.#strategy?.cutIndex(before, next, least) ?? cutIndex(before, next, least);
      const done = this.#take(count);
      chunks.push(...done);
      if (done.length === 0) continue;
      const rest = this.#pieces;
      const room = Math.min(this.#overlapTokens, this.#maxTokens - next.tokens - 1 - sumTokens(rest));
      const finished = before.slice(0, before.length - rest.length);
      const anything = this.#strategy?.repeatsAnything ?? false;
      this.#pieces = [...chooseOverlap(finished, rest[0] ?? next, room, anything), ...rest];
    }
    return chunks;
  }

  /** Makes a chunk of the first `count` pieces; of fewer if their joined text has more tokens than their sum. */
  #take(count: number): Chunk[] {
    let taken = this.#pieces.slice(0, count);
    const fresh = taken.some((piece) => !piece.repeated);
    let found = this.#textOf(taken);
    while (fresh && found.tokens > this.#maxTokens && taken.length > 1) {
      taken = taken.slice(0, -1);
      found = this.#textOf(taken);
    }
    this.#pieces = this.#pieces.slice(taken.length);
    if (!fresh || found.text === '') return [];
    return [{ ordinal: this.#ordinal++, ...found, ...toChunkPosition(taken) }];
  }

  #textOf(taken: readonly Piece[]): Pick<Chunk, 'text' | 'tokens' | 'start' | 'end'> {
    const from = taken[0]?.start ?? this.#textStart;
    const to = taken.at(-1)?.end ?? from;
    const raw = this.#text.slice(from - this.#textStart, to - this.#textStart);
    const start = from + (raw.length - raw.trimStart().length);
    const text = raw.trim();
    return { text, tokens: countTokens(text), start, end: start + text.length };
  }

  #forgetText(first: Piece): void {
    this.#text = this.#text.slice(first.start - this.#textStart);
    this.#textStart = first.start;
  }
}
