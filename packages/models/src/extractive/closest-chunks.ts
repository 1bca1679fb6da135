import { cleanText } from '../clean-text.ts';
import type { Chunk } from '../prompts/chunk.ts';
import type { IndexedSentence } from './index-sentences.ts';
import type { ScoredSentence } from './score-sentences.ts';

const mostChunks = 3;
const longestExcerpt = 240;

/** A chunk close to a question, with its closest sentence. */
export interface CloseChunk {
  chunk: Chunk;
  sentence: IndexedSentence | undefined;
}

/**
 * Returns the chunks closest to a question that none of them answers: those whose best sentence covers most of it. Without any
 * shared word they keep the order of retrieval, which may have compared embeddings.
 */
export const closestChunks = (scored: readonly ScoredSentence[], chunks: readonly Chunk[]): CloseChunk[] => {
  const best = new Map<Chunk, ScoredSentence>();
  for (const candidate of scored) {
    const { chunk } = candidate.sentence;
    if (candidate.matches > 0 && !best.has(chunk)) best.set(chunk, candidate);
  }
  const near = [...best].toSorted(([, one], [, other]) => other.score - one.score);
  const found: CloseChunk[] = near.map(([chunk, { sentence }]) => ({ chunk, sentence }));
  const rest = chunks.filter((chunk) => !best.has(chunk)).map((chunk) => ({ chunk, sentence: undefined }));
  return (found.length > 0 ? found : rest).filter(({ chunk }) => chunk.index > 0).slice(0, mostChunks);
};

/** Returns the beginning of a text in which no sentence matches. */
export const toExcerpt = (text: string): string => {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= longestExcerpt) return line;
  const space = line.lastIndexOf(' ', longestExcerpt);
  return `${line.slice(0, space > longestExcerpt / 2 ? space : longestExcerpt)} …`;
};
