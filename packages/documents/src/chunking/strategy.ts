import { type Block, blockSeparator } from '../block.ts';
import { cutIndex, type Piece } from './pieces.ts';
import { cutAfter, type Span, type SplitLimits, splitBlock, splitPlain, splitRange } from './split-text.ts';

/** The boundaries along which a document is split. Every strategy respects the size limit. */
export type StrategyName =
  | 'AUTOMATIC'
  | 'FIXED'
  | 'SENTENCE'
  | 'PARAGRAPH'
  | 'HEADING'
  | 'PAGE'
  | 'ROW'
  | 'SEPARATOR';

export type StrategyOptions = {
  strategy?: StrategyName;
  /** SENTENCE: sentences in a chunk. Default 5. */
  sentences?: number;
  /** HEADING: headings of this rank and above begin a chunk. Default 3. */
  headingLevel?: number;
  /** ROW: rows in a chunk. Default 1. */
  rows?: number;
  /** SEPARATOR: a chunk ends after each of these. */
  separators?: readonly string[];
};

/** A span. `ends` is true when the chunk ends after it. */
export type CutSpan = Span & { ends?: boolean };

export type Strategy = {
  /** Returns the consecutive spans of a block, which cover its text without gaps. */
  split(block: Block, limits: SplitLimits): Iterable<CutSpan>;
  /** Returns true when the current chunk ends before this piece. */
  endsBefore(open: readonly Piece[], next: Piece): boolean;
  /** Returns how many of the current pieces a full chunk takes. */
  cutIndex(open: readonly Piece[], next: Piece, leastTokens: number): number;
  /** True when any text may be repeated in the next chunk; otherwise only sentences of the same section. */
  repeatsAnything: boolean;
};

type Rule = Pick<Strategy, 'endsBefore'> & Partial<Strategy>;

const fresh = (open: readonly Piece[]) => open.filter((piece) => !piece.repeated);
const body = (open: readonly Piece[]) => fresh(open).filter((piece) => piece.kind !== 'heading');
const lastEnds = (open: readonly Piece[]) => open.at(-1)?.ends === true;
const isRow = (piece: Piece) => piece.kind === 'row' || piece.kind === 'table';

/** Splits a table into rows (its lines); a row that is too long for a chunk is split further. */
function* splitRows(block: Block, limits: SplitLimits): Generator<CutSpan, void> {
  if (block.kind !== 'table') {
    yield* splitBlock(block, limits);
    return;
  }
  for (const [from, to] of cutAfter(block.text, /\n+/g, 0, block.text.length))
    yield* endLast(splitRange(block.text, from, to, limits));
}

/** Sets `ends` on the last of the spans. */
function* endLast(spans: Iterable<CutSpan>): Generator<CutSpan, void> {
  let last: CutSpan | undefined;
  for (const span of spans) {
    if (last) yield last;
    last = span;
  }
  if (last) yield { ...last, ends: true };
}

/** Splits at separators. A separator may contain the blank line between two blocks, or fill a block without its line ends. */
function* splitAtSeparators(
  block: Block,
  separators: readonly string[],
  limits: SplitLimits,
): Generator<CutSpan, void> {
  const ends = endsOfSeparators(block.text, separators);
  let from = 0;
  for (const to of ends) {
    yield* endLast(splitRange(block.text, from, to, limits));
    from = to;
  }
  if (from < block.text.length) yield* splitRange(block.text, from, block.text.length, limits);
}

/** Returns the distinct end offsets of separators in a text with its surrounding line ends, ascending. */
function endsOfSeparators(text: string, separators: readonly string[]): number[] {
  const gap = blockSeparator.length;
  const padded = `${blockSeparator}${text}${blockSeparator}`;
  const ends = new Set<number>();
  for (const separator of separators) {
    let at = separator === '' ? -1 : padded.indexOf(separator);
    while (at >= 0) {
      const end = Math.min(text.length, at + separator.length - gap);
      if (end > 0) ends.add(end);
      at = padded.indexOf(separator, at + separator.length);
    }
  }
  return [...ends].sort((a, b) => a - b);
}

const rules: Record<Exclude<StrategyName, 'AUTOMATIC'>, (options: StrategyOptions) => Rule> = {
  FIXED: () => ({
    split: (block, limits) => splitPlain(block.text, limits),
    endsBefore: () => false,
    cutIndex: (open) => open.length,
    repeatsAnything: true,
  }),
  SENTENCE: ({ sentences = 5 }) => ({
    endsBefore: (open, next) =>
      body(open).length >= sentences || (next.kind === 'heading' && next.opens && body(open).length > 0),
    cutIndex: (open) => open.length,
  }),
  PARAGRAPH: () => ({ endsBefore: (open, next) => next.opens && body(open).length > 0 }),
  HEADING: ({ headingLevel = 3 }) => ({
    endsBefore: (open, next) =>
      next.opens && next.kind === 'heading' && next.level <= headingLevel && body(open).length > 0,
  }),
  PAGE: () => ({
    endsBefore: (open, next) => {
      const last = fresh(open).at(-1);
      return last !== undefined && last.page !== next.page;
    },
  }),
  ROW: ({ rows = 1 }) => ({
    split: splitRows,
    endsBefore: (open, next) => {
      const found = body(open);
      const begun = found.filter((piece) => isRow(piece) && (piece.ends || piece.kind === 'row'));
      const turns = found.length > 0 && isRow(next) !== found.some(isRow);
      return turns || (isRow(next) && begun.length >= rows);
    },
  }),
  SEPARATOR: ({ separators = [] }) => ({
    split: (block, limits) => splitAtSeparators(block, separators, limits),
    endsBefore: (open) => lastEnds(fresh(open)),
    cutIndex: (open) => open.length,
  }),
};

/** Creates a strategy; null for AUTOMATIC, which splits at headings and merges small sections. */
export function createStrategy(options: StrategyOptions): Strategy | null {
  const { strategy = 'AUTOMATIC' } = options;
  if (strategy === 'AUTOMATIC') return null;
  return { split: splitBlock, cutIndex, repeatsAnything: false, ...rules[strategy](options) };
}
