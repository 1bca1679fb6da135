import { type Block, blockSeparator } from './block.ts';
import { countTokens } from './count-tokens.ts';
import { createHeadingPath, sharedPath } from './heading-path.ts';
import { splitBlock } from './split-text.ts';

export type ChunkerOptions = {
  /** No chunk holds more tokens. Default 400. */
  maxTokens?: number;
  /** Tokens of prose that a chunk repeats from the one before it in the same section. Default 60. */
  overlapTokens?: number;
  /** A section below this is merged with the next one beside it. Default 100. */
  minTokens?: number;
};

/** A passage. `start` and `end` are offsets in `joinBlocks(blocks)`, whose slice between them is `text`. */
export type Chunk = {
  /** Counts from 0. */
  ordinal: number;
  text: string;
  tokens: number;
  page?: number;
  /** Last page, where it differs from the first. */
  pageEnd?: number;
  /** Headings above the passage, outermost first: `Install > Linux`. */
  heading?: string;
  start: number;
  end: number;
};

export type Chunker = {
  /** Takes the next block of the document, gives the chunks that are complete. */
  push(block: Block): Chunk[];
  /** Gives what is left; the chunker then starts anew. */
  flush(): Chunk[];
};

type Piece = {
  start: number;
  end: number;
  tokens: number;
  kind: Block['kind'];
  /** Begins a block: the best place to cut. */
  opens: boolean;
  page: number | undefined;
  path: readonly string[];
  /** Already part of an earlier chunk. */
  repeated: boolean;
};

/** A chunk that is cut inside a paragraph gives that paragraph to the next one, if it keeps this share. */
const keepShare = 0.6;
/** Sections under different top headings are merged only below this many tokens. */
const tinySection = 24;

/** Cuts a document into passages along its headings, paragraphs and sentences, one block at a time. */
export function createChunker(options: ChunkerOptions = {}): Chunker {
  const maxTokens = Math.max(16, options.maxTokens ?? 400);
  const overlapTokens = Math.min(options.overlapTokens ?? 60, Math.floor(maxTokens / 3));
  const minTokens = Math.min(options.minTokens ?? 100, Math.floor(maxTokens / 2));
  const limits = { limit: maxTokens, grain: Math.max(8, Math.min(48, Math.floor(maxTokens / 4))) };
  let headings = createHeadingPath();
  let topLevel = Number.POSITIVE_INFINITY;
  let pieces: Piece[] = [];
  /** Document text from `textStart` on; what lies before it is in finished chunks. */
  let text = '';
  let textStart = 0;
  let ordinal = 0;

  /** Makes a chunk of the first `count` pieces; fewer if their text counts more than their sum. */
  function take(count: number): Chunk[] {
    let taken = pieces.slice(0, count);
    if (taken.every((piece) => piece.repeated)) {
      pieces = pieces.slice(count);
      return [];
    }
    let found = textOf(taken);
    while (found.tokens > maxTokens && taken.length > 1) {
      taken = taken.slice(0, -1);
      found = textOf(taken);
    }
    pieces = pieces.slice(taken.length);
    const chunk: Chunk = { ordinal, ...found, ...placeOf(taken) };
    if (found.text === '') return [];
    ordinal++;
    return [chunk];
  }

  function textOf(taken: readonly Piece[]): Pick<Chunk, 'text' | 'tokens' | 'start' | 'end'> {
    const from = taken[0]?.start ?? textStart;
    const raw = text.slice(from - textStart, (taken.at(-1)?.end ?? from) - textStart);
    const start = from + (raw.length - raw.trimStart().length);
    const trimmed = raw.trim();
    return { text: trimmed, tokens: countTokens(trimmed), start, end: start + trimmed.length };
  }

  /** Makes room for a piece: closes the chunk at the best place, and repeats its last sentences in the next. */
  function makeRoom(next: Piece): Chunk[] {
    const chunks: Chunk[] = [];
    while (pieces.length > 0 && sum(pieces) + next.tokens > maxTokens) {
      const before = pieces;
      const done = take(cutIndex(pieces, next, maxTokens * keepShare));
      chunks.push(...done);
      if (done.length === 0) continue;
      const room = Math.min(overlapTokens, maxTokens - next.tokens - sum(pieces));
      pieces = [
        ...overlap(before.slice(0, before.length - pieces.length), pieces[0] ?? next, room),
        ...pieces,
      ];
    }
    return chunks;
  }

  function add(piece: Piece): Chunk[] {
    const chunks = makeRoom(piece);
    pieces.push(piece);
    const first = pieces[0]?.start ?? piece.start;
    text = text.slice(first - textStart);
    textStart = first;
    return chunks;
  }

  function takeAll(): Chunk[] {
    const chunks: Chunk[] = [];
    while (pieces.length > 0) chunks.push(...take(pieces.length));
    return chunks;
  }

  function openSection(heading: Block): Chunk[] {
    headings.enter(heading);
    const level = heading.level ?? 1;
    topLevel = Math.min(topLevel, level);
    const least = level === topLevel ? Math.min(tinySection, minTokens) : minTokens;
    const hasBody = pieces.some((piece) => piece.kind !== 'heading' && !piece.repeated);
    const onlyRepeated = pieces.every((piece) => piece.repeated);
    return onlyRepeated || (hasBody && sum(pieces) >= least) ? takeAll() : [];
  }

  function push(block: Block): Chunk[] {
    if (block.text === '') return [];
    const chunks = block.kind === 'heading' ? openSection(block) : [];
    if (textStart + text.length > 0) text += blockSeparator;
    const offset = textStart + text.length;
    text += block.text;
    const path = headings.current();
    for (const [index, span] of splitBlock(block, limits).entries()) {
      chunks.push(
        ...add({
          start: offset + span.from,
          end: offset + span.to,
          tokens: span.tokens,
          kind: block.kind,
          opens: index === 0,
          page: block.page,
          path,
          repeated: false,
        }),
      );
    }
    return chunks;
  }

  function flush(): Chunk[] {
    const chunks = takeAll();
    headings = createHeadingPath();
    topLevel = Number.POSITIVE_INFINITY;
    text = '';
    textStart = 0;
    ordinal = 0;
    return chunks;
  }

  return { push, flush };
}

/** Tokens of pieces in a row; the blank line before a block is one. */
const sum = (pieces: readonly Piece[]) =>
  pieces.reduce((total, piece) => total + piece.tokens + (piece.opens ? 1 : 0), 0);

/** How many pieces stay: not the headings of what comes next, and preferably whole paragraphs. */
function cutIndex(pieces: readonly Piece[], next: Piece, leastTokens: number): number {
  let count = pieces.length;
  if (!next.opens) {
    const opening = pieces.findLastIndex((piece) => piece.opens);
    if (opening > 0 && sum(pieces.slice(0, opening)) >= leastTokens) count = opening;
  }
  while (count > 1 && pieces[count - 1]?.kind === 'heading') count--;
  return pieces[count - 1]?.kind === 'heading' ? pieces.length : count;
}

/** The last sentences of a finished chunk, as far as they belong to the section that goes on. */
function overlap(done: readonly Piece[], next: Piece, room: number): Piece[] {
  const repeated: Piece[] = [];
  let left = room;
  if (next.kind !== 'paragraph') return repeated;
  for (const piece of done.toReversed()) {
    left -= piece.tokens + (piece.opens ? 1 : 0);
    const sameSection = piece.path.join('\n') === next.path.join('\n');
    if (left < 0 || piece.kind !== 'paragraph' || !sameSection) break;
    repeated.unshift({ ...piece, repeated: true });
  }
  return repeated;
}

function placeOf(pieces: readonly Piece[]): Pick<Chunk, 'page' | 'pageEnd' | 'heading'> {
  const body = pieces.filter((piece) => piece.kind !== 'heading');
  const heading = sharedPath((body.length > 0 ? body : pieces).map((piece) => piece.path)).join(' > ');
  const pages = pieces.flatMap((piece) => piece.page ?? []);
  const page = pages[0];
  const pageEnd = pages.at(-1);
  return {
    ...(page === undefined ? {} : { page }),
    ...(pageEnd === undefined || pageEnd === page ? {} : { pageEnd }),
    ...(heading === '' ? {} : { heading }),
  };
}
