import { hasText } from '@atelier/contracts/fields/find-text';
import { splitSentences } from '../text/split-sentences.ts';

/** A retrieved chunk, best first. `start` and `end` are its span in the document's text, where known. */
export type ContextHit = { id: string; documentId: string; text: string; start?: number; end?: number };

/**
 * `index` is the number by which the answer cites the chunk, from 1. `text` is shorter than the text of the hit only if it was truncated.
 */
export type ContextChunk<Hit extends ContextHit> = {
  index: number;
  hit: Hit;
  text: string;
  tokens: number;
};

export type LeftOut = { id: string; reason: 'duplicate' | 'budget' };

export type Context<Hit extends ContextHit> = {
  chunks: ContextChunk<Hit>[];
  tokens: number;
  leftOut: LeftOut[];
};

/** Two chunks of a document are the same when they share this much of the shorter one. */
const sameOverlap = 0.5;

/**
 * Takes chunks in order while they fit into `budgetTokens`. A chunk that mostly repeats a better one (overlapping
 * span in the same document, or the same words) is left out, and so is one that does not fit; if not even the best
 * fits, its first sentences are taken.
 */
export function buildContext<Hit extends ContextHit>(
  hits: readonly Hit[],
  budgetTokens: number,
  countTokens: (text: string) => number,
): Context<Hit> {
  const context: Context<Hit> = { chunks: [], tokens: 0, leftOut: [] };
  const taken: Plain[] = [];
  for (const hit of hits) {
    const it = { ...hit, plain: plain(hit.text) };
    if (taken.some((other) => repeats(it, other))) {
      context.leftOut.push({ id: hit.id, reason: 'duplicate' });
      continue;
    }
    const room = budgetTokens - context.tokens;
    const whole = countTokens(hit.text);
    const text =
      whole <= room ? hit.text : context.chunks.length === 0 ? cutToFit(hit.text, room, countTokens) : '';
    if (text === '') {
      context.leftOut.push({ id: hit.id, reason: 'budget' });
      continue;
    }
    const tokens = text === hit.text ? whole : countTokens(text);
    taken.push(it);
    context.chunks.push({ index: context.chunks.length + 1, hit, text, tokens });
    context.tokens += tokens;
  }
  return context;
}

function cutToFit(text: string, budget: number, countTokens: (text: string) => number): string {
  const ends = splitSentences(text).map(({ end }) => end);
  // Binary search for the most sentences that fit: counting tokens after each sentence would take quadratic time.
  let fitting = 0;
  for (let left = ends.length; left > fitting; ) {
    const middle = Math.ceil((fitting + left) / 2);
    if (countTokens(text.slice(0, ends[middle - 1])) > budget) left = middle - 1;
    else fitting = middle;
  }
  return fitting === 0 ? '' : text.slice(0, ends[fitting - 1]);
}

/** A chunk with its text normalised for comparison. */
type Plain = ContextHit & { plain: string };

function repeats(a: Plain, b: Plain): boolean {
  if (a.id === b.id || a.plain === b.plain) return true;
  if (a.documentId !== b.documentId) return false;
  if (a.start === undefined || a.end === undefined || b.start === undefined || b.end === undefined) {
    return hasText(a.plain, b.plain) || hasText(b.plain, a.plain);
  }
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  const shorter = Math.min(a.end - a.start, b.end - b.start);
  return shared > 0 && shared >= shorter * sameOverlap;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
