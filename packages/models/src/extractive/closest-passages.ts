import type { Passage } from '../chat-model.ts';
import { cleanText } from '../clean-text.ts';
import type { IndexedSentence } from './index-sentences.ts';
import type { ScoredSentence } from './score-sentences.ts';

const mostPassages = 3;
const longestExcerpt = 240;

/** A passage that comes near a question, with the part of it that comes nearest. */
export interface ClosePassage {
  passage: Passage;
  sentence: IndexedSentence | undefined;
}

/**
 * The passages nearest to a question that none of them answers: those whose best sentence speaks of most of it. Where no
 * word fits, they stay as retrieval ranked them, which may compare meanings.
 */
export const closestPassages = (
  scored: readonly ScoredSentence[],
  passages: readonly Passage[],
): ClosePassage[] => {
  const best = new Map<Passage, ScoredSentence>();
  for (const candidate of scored) {
    const { passage } = candidate.sentence;
    if (candidate.matches > 0 && !best.has(passage)) best.set(passage, candidate);
  }
  const near = [...best].toSorted(([, one], [, other]) => other.score - one.score);
  const found: ClosePassage[] = near.map(([passage, { sentence }]) => ({ passage, sentence }));
  const rest = passages
    .filter((passage) => !best.has(passage))
    .map((passage) => ({ passage, sentence: undefined }));
  return (found.length > 0 ? found : rest).filter(({ passage }) => passage.index > 0).slice(0, mostPassages);
};

/** Text without a sentence that fits, as it begins. */
export const excerptOf = (text: string): string => {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= longestExcerpt) return line;
  const space = line.lastIndexOf(' ', longestExcerpt);
  return `${line.slice(0, space > longestExcerpt / 2 ? space : longestExcerpt)} …`;
};
