import type { Block } from '../block.ts';
import { sharedPath } from './heading-path.ts';

/** A part of a block on its way into a chunk; offsets count in the document's text. */
export type Piece = {
  start: number;
  end: number;
  tokens: number;
  kind: Block['kind'];
  /** Begins a block: the best place to cut. */
  opens: boolean;
  /** Ends its chunk, where the strategy says so. */
  ends: boolean;
  /** A heading's rank. */
  level: number;
  page: number | undefined;
  second: number | undefined;
  path: readonly string[];
  /** Already part of an earlier chunk. */
  repeated: boolean;
};

/** Tokens of pieces in a row; the blank line before a block is one. */
export const sumTokens = (pieces: readonly Piece[]) =>
  pieces.reduce((total, piece) => total + piece.tokens + (piece.opens ? 1 : 0), 0);

/**
 * How many pieces a chunk takes before `next`: not the headings of what comes next, and, when `next` is
 * inside a paragraph, none of that paragraph if at least `leastTokens` remain.
 */
export function cutIndex(pieces: readonly Piece[], next: Piece, leastTokens: number): number {
  let count = pieces.length;
  if (!next.opens) {
    const opening = pieces.findLastIndex((piece) => piece.opens);
    if (opening > 0 && sumTokens(pieces.slice(0, opening)) >= leastTokens) count = opening;
  }
  while (count > 1 && pieces[count - 1]?.kind === 'heading') count--;
  return pieces[count - 1]?.kind === 'heading' ? pieces.length : count;
}

/** The last sentences of a finished chunk, as far as they belong to the section that goes on, or `anything`. */
export function overlapOf(done: readonly Piece[], next: Piece, room: number, anything = false): Piece[] {
  const repeated: Piece[] = [];
  let left = room;
  if (next.kind !== 'paragraph' && !anything) return repeated;
  for (const piece of done.toReversed()) {
    left -= piece.tokens + (piece.opens ? 1 : 0);
    const sameSection = piece.kind === 'paragraph' && piece.path.join('\n') === next.path.join('\n');
    if (left < 0 || !(sameSection || anything)) break;
    repeated.unshift({ ...piece, repeated: true });
  }
  return repeated;
}

/** Where a chunk stands; the ends only where they differ from the beginnings. */
export type ChunkPosition = {
  page?: number;
  pageEnd?: number;
  second?: number;
  secondEnd?: number;
  /** Headings above the chunk, outermost first: `Install > Linux`. */
  heading?: string;
};

export function positionOf(pieces: readonly Piece[]): ChunkPosition {
  const body = pieces.filter((piece) => piece.kind !== 'heading');
  const heading = sharedPath((body.length > 0 ? body : pieces).map((piece) => piece.path)).join(' > ');
  const [page, pageEnd] = endsOf(pieces.flatMap((piece) => piece.page ?? []));
  const [second, secondEnd] = endsOf(pieces.flatMap((piece) => piece.second ?? []));
  return {
    ...(page === undefined ? {} : { page }),
    ...(pageEnd === undefined ? {} : { pageEnd }),
    ...(second === undefined ? {} : { second }),
    ...(secondEnd === undefined ? {} : { secondEnd }),
    ...(heading === '' ? {} : { heading }),
  };
}

/** The first and, where it is another one, the last. */
function endsOf(numbers: readonly number[]): [first?: number | undefined, last?: number | undefined] {
  const first = numbers[0];
  const last = numbers.at(-1);
  return [first, last === first ? undefined : last];
}
