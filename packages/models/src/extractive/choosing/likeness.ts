import type { ExtractiveRequest } from '../extractive-request.ts';
import { questionLanguage } from '../languages/question-language.ts';
import { readRequest } from '../read-request.ts';
import type { ScoredSentence } from '../score-sentences.ts';
import { smallTalk } from '../small-talk.ts';

/** The embedding model with whose likenesses the decision was fitted. Those of another model lie in another range. */
export const likenessModel = 'all-minilm-l6-v2';

/** The best sentences by words that are compared with the question. */
const mostCompared = 10;
/** The weight of a likeness of 1 beside the words. */
const likenessWeight = 0.5;

/** A question and the sentences whose meaning is to be compared with it. */
export interface Comparison {
  question: string;
  sentences: string[];
}

/**
 * Returns the sentences whose likeness to the question improves the answer, best by words first; undefined where it does not: for small
 * talk, for a follow-up, whose own words say too little, and where question or chunks are not English.
 */
export const sentencesToCompare = (request: ExtractiveRequest): Comparison | undefined => {
  const { message, question, isFollowUp, scored } = readRequest(request);
  const sample = (request.chunks ?? []).map(({ text }) => text.slice(0, 300)).join(' ');
  const isEnglish = [question, sample].every((text) => questionLanguage(text) === 'english');
  if (scored.length === 0 || !isEnglish || isFollowUp || smallTalk(message) !== undefined) return undefined;
  const sentences = scored.slice(0, mostCompared).map(({ sentence }) => sentence.text);
  return { question, sentences };
};

/** Adds the likenesses of the first sentences to their scores, and orders all anew. */
export const withLikeness = (
  scored: ScoredSentence[],
  likenesses: readonly number[] = [],
): ScoredSentence[] =>
  scored
    .map((each, at) => {
      const likeness = likenesses[at];
      return likeness === undefined
        ? each
        : { ...each, likeness, score: each.score + likenessWeight * likeness };
    })
    .sort((a, b) => b.score - a.score);
