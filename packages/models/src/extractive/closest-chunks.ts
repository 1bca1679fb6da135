import type { Chunk } from '../chat-model.ts';
import { cleanText } from '../clean-text.ts';
import type { IndexedSentence } from './index-sentences.ts';
import type { ScoredSentence } from './score-sentences.ts';

const mostChunks = 3;
const longestExcerpt = 240;

/** A chunk that comes near a question, with the part of it that comes nearest. */
export interface CloseChunk {
  chunk: Chunk;
  sentence: IndexedSentence | undefined;
}

/**
 * The chunks nearest to a question that none of them answers: those whose best sentence speaks of most of it. Where no
 * word fits, they stay as retrieval ranked them, which may compare meanings.
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

/** Text without a sentence that fits, as it begins. */
export const excerptOf = (text: string): string => {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= longestExcerpt) return line;
  const space = line.lastIndexOf(' ', longestExcerpt);
  return `${line.slice(0, space > longestExcerpt / 2 ? space : longestExcerpt)} …`;
};
