import type { Question } from './question.ts';
import type { ScoredSentence } from './score-sentences.ts';

/** Kinds of answers that must contain a number or time. Names, places and reasons have too many forms to check. */
export const strictShapes: ReadonlySet<Question['wanted']> = new Set(['amount', 'time']);

/**
 * A logistic model of whether the chunks answer a question, by the best sentence of prose. Fitted on the tuning half of XQuAD, English, with
 * the right paragraph among the chunks and without it (docs/quality.md).
 */
const weights = {
  score: 2.1623,
  coverage: 0.842,
  keyShare: 1.4925,
  lacksShape: -0.9814,
  matches: 0.8131,
  terms: -0.2429,
  lead: 1.9908,
} as const;
const bias = -4.7851;
/** The logit from which a question counts as answered. On the tuning half, 8 % of the questions that are answered lie below. */
const least = -0.764;
/** More terms than a question of one or two sentences has say no more. */
const mostTerms = 12;

/** Returns true when the best sentence answers the question. `rival` is the score of the best sentence in another chunk. */
export const isAnswered = (
  { score, coverage, keyShare, hasShape, matches }: ScoredSentence,
  { wanted, terms }: Question,
  rival: number,
): boolean => {
  const lacksShape = strictShapes.has(wanted) && !hasShape ? 1 : 0;
  const logit =
    bias +
    weights.score * score +
    weights.coverage * coverage +
    weights.keyShare * keyShare +
    weights.lacksShape * lacksShape +
    weights.matches * Math.min(matches, mostTerms) +
    weights.terms * Math.min(terms.length, mostTerms) +
    weights.lead * (score - rival);
  return logit >= least;
};
