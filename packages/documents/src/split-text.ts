import type { Block } from './block.ts';
import { countTokens, safeCut } from './count-tokens.ts';

/** A part of a block's text, including the white space that follows it. The parts of a text tile it. */
export type Span = { from: number; to: number; tokens: number };

/** `limit` is the most that a span may hold; what must be cut inside a sentence is cut to about `grain`. */
export type SplitLimits = { limit: number; grain: number };

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
/** Characters per step when there is nothing to cut at. */
const hardCharacters = 192;

/** Cuts prose into sentences; keeps tables, code, lists and rows whole, or cuts them at lines if they must be. */
export function splitBlock(block: Block, limits: SplitLimits): Span[] {
  const { text, kind } = block;
  if (kind === 'paragraph') return splitSentences(text, 0, text.length, limits);
  const tokens = countTokens(text, limits.limit);
  if (tokens <= limits.limit) return [{ from: 0, to: text.length, tokens }];
  return cutAfter(text, /\n+/g, 0, text.length).flatMap(([from, to]) => splitRange(text, from, to, limits));
}

/** Words up to the grain, whatever they belong to. */
export function splitPlain(text: string, limits: SplitLimits): Span[] {
  const spans: Span[] = [];
  for (const [from, to] of cutAfter(text, /\s+/g, 0, text.length)) {
    const tokens = countWord(text.slice(from, to));
    const parts = tokens <= limits.grain ? [{ from, to, tokens }] : splitHard(text, from, to, limits);
    for (const part of parts) gather(spans, part, limits.grain);
  }
  return spans;
}

/** A word's tokens carry the space before it, not the one after it. */
function countWord(word: string): number {
  const blanks = word.length - word.trimEnd().length;
  return countTokens(` ${word.trimEnd()}`) + (blanks > 1 ? countTokens(word.slice(-blanks)) : 0);
}

/** Adds a span to the last one while both fit into the grain. */
function gather(spans: Span[], span: Span, grain: number): void {
  const last = spans.at(-1);
  if (last !== undefined && last.tokens + span.tokens <= grain) {
    last.to = span.to;
    last.tokens += span.tokens;
  } else spans.push(span);
}

/** The range whole, or cut at sentences, words and characters. */
export function splitRange(text: string, from: number, to: number, limits: SplitLimits): Span[] {
  return whole(text, from, to, limits.limit) ?? splitSentences(text, from, to, limits);
}

/** The range as one span if it fits. */
function whole(text: string, from: number, to: number, limit: number): Span[] | null {
  const tokens = countTokens(text.slice(from, to), limit);
  return tokens <= limit ? [{ from, to, tokens }] : null;
}

function splitSentences(text: string, from: number, to: number, limits: SplitLimits): Span[] {
  const spans: Span[] = [];
  for (const { segment, index } of sentences.segment(text.slice(from, to))) {
    const start = from + index;
    const end = start + segment.length;
    spans.push(...(whole(text, start, end, limits.limit) ?? splitWords(text, start, end, limits)));
  }
  return spans;
}

/** Words, gathered up to the grain. */
function splitWords(text: string, from: number, to: number, limits: SplitLimits): Span[] {
  const spans: Span[] = [];
  for (const [start, end] of cutAfter(text, /\s+/g, from, to)) {
    for (const span of whole(text, start, end, limits.grain) ?? splitHard(text, start, end, limits)) {
      gather(spans, span, limits.grain);
    }
  }
  return spans;
}

/** Equal steps, cut finer until they fit; never inside a surrogate pair. */
function splitHard(text: string, from: number, to: number, limits: SplitLimits): Span[] {
  return steps(text, from, to, hardCharacters).flatMap(([start, end]) =>
    cutFiner(text, start, end, limits.grain),
  );
}

function cutFiner(text: string, from: number, to: number, grain: number): Span[] {
  const tokens = countTokens(text.slice(from, to));
  const parts = steps(text, from, to, Math.ceil((to - from) / Math.ceil((tokens * 1.1) / grain)));
  if (tokens <= grain || parts.length < 2) return [{ from, to, tokens }];
  return parts.flatMap(([start, end]) => cutFiner(text, start, end, grain));
}

/** Ranges of about `length` characters. */
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

/** Ranges that end after each match of `separator`. */
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
