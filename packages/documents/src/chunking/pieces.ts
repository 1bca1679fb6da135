import type { Block } from '../block.ts';
import { sharedPath } from './heading-path.ts';

/** A part of a block that is added to a chunk; offsets count in the document's text. */
export type Piece = {
  start: number;
  end: number;
  tokens: number;
  kind: Block['kind'];
  /** True at the beginning of a block, which is the best position to split. */
  opens: boolean;
  /** True when the strategy ends the chunk after this piece. */
  ends: boolean;
  /** A heading's rank. */
  level: number;
  page: number | undefined;
  second: number | undefined;
  path: readonly string[];
  /** True when an earlier chunk contains the piece too. */
  repeated: boolean;
};

/** Sums the tokens of consecutive pieces; the blank line before a block counts as one. */
export const sumTokens = (pieces: readonly Piece[]) =>
  pieces.reduce((total, piece) => total + piece.tokens + (piece.opens ? 1 : 0), 0);

/**
 * Returns how many pieces a chunk takes before `next`: without trailing headings, and, when `next` is inside a paragraph, without
 * that paragraph if at least `leastTokens` remain. A table is left to the next chunk however little remains, because its second half would
 * lack the names of the columns.
 */
export function cutIndex(pieces: readonly Piece[], next: Piece, leastTokens: number): number {
  let count = pieces.length;
  if (!next.opens) {
    const opening = pieces.findLastIndex((piece) => piece.opens);
    const least = next.kind === 'table' ? 0 : leastTokens;
    if (opening > 0 && sumTokens(pieces.slice(0, opening)) >= least) count = opening;
  }
  while (count > 1 && pieces[count - 1]?.kind === 'heading') count--;
  return pieces[count - 1]?.kind === 'heading' ? pieces.length : count;
}

/**
 * Returns the last sentences of a finished chunk, which the next chunk repeats: only those of the section that continues or, with
 * `anything`, of any section.
 */
export function chooseOverlap(done: readonly Piece[], next: Piece, room: number, anything = false): Piece[] {
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

/** The position of a chunk: pages, seconds and headings. Ends are present only when they differ from the beginnings. */
export type ChunkPosition = {
  page?: number;
  pageEnd?: number;
  second?: number;
  secondEnd?: number;
  /** Headings above the chunk, outermost first: `Install > Linux`. */
  heading?: string;
};

export function toChunkPosition(pieces: readonly Piece[]): ChunkPosition {
  const body = pieces.filter((piece) => piece.kind !== 'heading');
  const heading = sharedPath((body.length > 0 ? body : pieces).map((piece) => piece.path)).join(' > ');
  const [page, pageEnd] = findRangeEnds(pieces.flatMap((piece) => piece.page ?? []));
  const [second, secondEnd] = findRangeEnds(pieces.flatMap((piece) => piece.second ?? []));
  return {
    ...(page === undefined ? {} : { page }),
    ...(pageEnd === undefined ? {} : { pageEnd }),
    ...(second === undefined ? {} : { second }),
    ...(secondEnd === undefined ? {} : { secondEnd }),
    ...(heading === '' ? {} : { heading }),
  };
}

/** Returns the first number and, if it differs, the last. */
function findRangeEnds(numbers: readonly number[]): [first?: number | undefined, last?: number | undefined] {
  const first = numbers[0];
  const last = numbers.at(-1);
  return [first, last === first ? undefined : last];
}
