import { analyze } from '../analysis/analyze.ts';
import { scoreSentences } from '../text/score-sentences.ts';
import { splitSentences } from '../text/split-sentences.ts';

/** A part of a chunk: `text === chunk.slice(start, end)`. */
export type Compressed = { text: string; start: number; end: number };

/** A sentence is worth keeping when it has this share of the best sentence's score. */
const worthKeeping = 0.25;

/**
 * Returns the consecutive sentences with the most relevance for their length. Irrelevant sentences at both ends are left out;
 * irrelevant ones in between stay if the sentences beyond them outweigh them. A chunk that shares no word with the question (it
 * may have been found by its embedding) stays whole.
 */
export function compressChunk(query: string, chunk: string): Compressed {
  const wanted = new Map(analyze(query).map((term) => [term, 1]));
  const sentences = scoreSentences(splitSentences(chunk), wanted);
  const best = Math.max(0, ...sentences.map(({ score }) => score));
  if (best === 0) return { text: chunk, start: 0, end: chunk.length };
  const { first, last } = richestRun(sentences.map(({ score }) => score - best * worthKeeping));
  const start = sentences[first]?.start ?? 0;
  const end = sentences[last]?.end ?? chunk.length;
  return { text: chunk.slice(start, end), start, end };
}

/** Finds the consecutive values with the largest sum (Kadane's algorithm). */
function richestRun(values: readonly number[]): { first: number; last: number } {
  let best = { first: 0, last: 0, sum: Number.NEGATIVE_INFINITY };
  let first = 0;
  let sum = 0;
  values.forEach((value, at) => {
    if (sum <= 0) {
      first = at;
      sum = 0;
    }
    sum += value;
    if (sum > best.sum) best = { first, last: at, sum };
  });
  return best;
}
