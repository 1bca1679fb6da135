import { isDeepStrictEqual } from 'node:util';
import type { IndexVersionRow } from '../../bases/index.ts';

type Chunking = IndexVersionRow['chunking'];

/** Returns the share of a chunk of this size that repeats the previous one. */
const repeats = ({ maxTokens, overlapTokens }: Chunking): number =>
  Math.min(overlapTokens / maxTokens, 1 / 3);

/** Estimates the chunks and tokens of the same text with other settings. Chunks are seldom full. */
export const recut = (
  { chunks, tokens }: { chunks: number; tokens: number },
  from: Chunking,
  to: Chunking,
): { chunks: number; tokens: number } => {
  if (isDeepStrictEqual(from, to) || chunks === 0) return { chunks, tokens };
  const text = tokens * (1 - repeats(from));
  const fullness = Math.min(1, tokens / chunks / from.maxTokens);
  const again = Math.ceil(text / (1 - repeats(to)));
  return { chunks: Math.max(1, Math.ceil(again / (to.maxTokens * fullness))), tokens: again };
};
