import type { Block } from '../block.ts';
import { countTokens, safeCut } from './count-tokens.ts';

/** A part of a block's text, including the white space that follows it. The spans of a text cover it without gaps. */
export type Span = { from: number; to: number; tokens: number };

/** Sizes in tokens. `limit` is the most that a span may have; text that is split inside a sentence has spans of about `grain`. */
export type SplitLimits = { limit: number; grain: number };

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
/** Step in characters when there is no boundary to split at. */
const hardCharacters = 192;

/** Splits prose into sentences. Tables, code, lists and rows stay whole, or are split at lines when they are too long. */
export function* splitBlock(block: Block, limits: SplitLimits): Generator<Span, void> {
  const { text, kind } = block;
  const one = kind === 'paragraph' ? null : whole(text, 0, text.length, limits.limit);
  if (kind === 'paragraph') yield* splitSentences(text, 0, text.length, limits);
  else if (one) yield* one;
  else
    for (const [from, to] of cutAfter(text, /\n+/g, 0, text.length))
      yield* splitRange(text, from, to, limits);
}

/** Splits text into runs of words of about `grain` tokens, regardless of sentences. */
export function splitPlain(text: string, limits: SplitLimits): Generator<Span, void> {
  return gather(plainWords(text, limits), limits.grain);
}

function* plainWords(text: string, limits: SplitLimits): Generator<Span, void> {
  for (const [from, to] of cutAfter(text, /\s+/g, 0, text.length)) {
    const tokens = countWord(text.slice(from, to));
    if (tokens <= limits.grain) yield { from, to, tokens };
    else yield* splitHard(text, from, to, limits);
  }
}

/** Counts the tokens of a word with the space before it, because tokens include that space. */
function countWord(word: string): number {
  const blanks = word.length - word.trimEnd().length;
  return countTokens(` ${word.trimEnd()}`) + (blanks > 1 ? countTokens(word.slice(-blanks)) : 0);
}

/** Joins consecutive spans while they fit into the grain together. */
function* gather(spans: Iterable<Span>, grain: number): Generator<Span, void> {
  let open: Span | undefined;
  for (const span of spans) {
    if (open !== undefined && open.tokens + span.tokens <= grain) {
      open = { from: open.from, to: span.to, tokens: open.tokens + span.tokens };
      continue;
    }
    if (open !== undefined) yield open;
    open = span;
  }
  if (open !== undefined) yield open;
}

/** Returns the range as one span if it fits, otherwise split at sentences, words and finally characters. */
export function splitRange(text: string, from: number, to: number, limits: SplitLimits): Iterable<Span> {
  return whole(text, from, to, limits.limit) ?? splitSentences(text, from, to, limits);
}

/** Returns the range as one span if it fits, otherwise null. */
function whole(text: string, from: number, to: number, limit: number): Span[] | null {
  const tokens = countTokens(text.slice(from, to), limit);
  return tokens <= limit ? [{ from, to, tokens }] : null;
}

function* splitSentences(text: string, from: number, to: number, limits: SplitLimits): Generator<Span, void> {
  for (const { segment, index } of sentences.segment(text.slice(from, to))) {
    const start = from + index;
    const end = start + segment.length;
    yield* whole(text, start, end, limits.limit) ?? splitWords(text, start, end, limits);
  }
}

/** Splits at words and joins them up to the grain. */
function splitWords(text: string, from: number, to: number, limits: SplitLimits): Generator<Span, void> {
  return gather(splitAtSpaces(text, from, to, limits), limits.grain);
}

function* splitAtSpaces(text: string, from: number, to: number, limits: SplitLimits): Generator<Span, void> {
  for (const [start, end] of cutAfter(text, /\s+/g, from, to))
    yield* whole(text, start, end, limits.grain) ?? splitHard(text, start, end, limits);
}

/** Splits into equal steps, which are halved until they fit; never inside a surrogate pair. */
function* splitHard(text: string, from: number, to: number, limits: SplitLimits): Generator<Span, void> {
  for (const [start, end] of steps(text, from, to, hardCharacters))
    yield* cutFiner(text, start, end, limits.grain);
}

function cutFiner(text: string, from: number, to: number, grain: number): Span[] {
  const tokens = countTokens(text.slice(from, to));
  const parts = steps(text, from, to, Math.ceil((to - from) / Math.ceil((tokens * 1.1) / grain)));
  if (tokens <= grain || parts.length < 2) return [{ from, to, tokens }];
  return parts.flatMap(([start, end]) => cutFiner(text, start, end, grain));
}

/** Returns ranges of about `length` characters. */
function steps(text: string, from: number, to: number, length: number): [number, number][] {
  const ranges: [number, number][] = [];
  for (let start = from; start < to; ) {
    const cut = safeCut(text, start + Math.max(1, length));
    const end = Math.min(to, cut > start ? cut : start + 2);
    ranges.push([start, end]);
    start = end;
  }
  return ranges;
}

/** Returns ranges that end after each match of `separator`. */
export function cutAfter(text: string, separator: RegExp, from: number, to: number): [number, number][] {
  const ranges: [number, number][] = [];
  let start = from;
  for (const match of text.slice(from, to).matchAll(separator)) {
    const end = from + match.index + match[0].length;
    ranges.push([start, end]);
    start = end;
  }
  if (start < to) ranges.push([start, to]);
  return ranges;
}
