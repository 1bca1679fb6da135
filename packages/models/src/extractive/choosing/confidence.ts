import type { Question } from '../question.ts';
import type { ScoredSentence } from '../score-sentences.ts';

/** Kinds of answers that must contain a number or time. Names, places and reasons have too many forms to check. */
export const strictShapes: ReadonlySet<Question['wanted']> = new Set(['amount', 'time']);

/**
 * Two logistic models of whether the chunks answer a question, by the best sentence of prose: by words alone, and with its likeness to the
 * question. Fitted on the tuning half of XQuAD, English, with the right paragraph among the chunks and without it (docs/quality.md).
 */
const byWords = {
  score: 2.1623,
  coverage: 0.842,
  keyShare: 1.4925,
  lacksShape: -0.9814,
  matches: 0.8131,
  terms: -0.2429,
  lead: 1.9908,
  likeness: 0,
  likenessLead: 0,
  bias: -4.7851,
  /** The logit from which a question counts as answered. On the tuning half, 8 % of the questions that are answered lie below. */
  least: -0.764,
} as const;
type Weights = { readonly [name in keyof typeof byWords]: number };

const byMeaning: Weights = {
  score: 1.4218,
  coverage: 0.5896,
  keyShare: 0.997,
  lacksShape: -1.2273,
  matches: 0.9898,
  terms: -0.4295,
  lead: 0.5387,
  likeness: 4.4658,
  likenessLead: 1.8945,
  bias: -5.8602,
  /** On the tuning half, 7.7 % of the questions that are answered lie below. */
  least: -0.62,
};
/** More terms than a question of one or two sentences has say no more. */
const mostTerms = 12;

/** Returns true when the best sentence answers the question. `others` are the sentences of the other chunks, best first. */
export const isAnswered = (
  best: ScoredSentence,
  { wanted, terms }: Question,
  others: readonly ScoredSentence[],
): boolean => {
  const weights = best.likeness === undefined ? byWords : byMeaning;
  const likeness = best.likeness ?? 0;
  const logit =
    weights.bias +
    weights.score * best.score +
    weights.coverage * best.coverage +
    weights.keyShare * best.keyShare +
    weights.lacksShape * (strictShapes.has(wanted) && !best.hasShape ? 1 : 0) +
    weights.matches * Math.min(best.matches, mostTerms) +
    weights.terms * Math.min(terms.length, mostTerms) +
    weights.lead * (best.score - (others[0]?.score ?? 0)) +
    weights.likeness * likeness +
    weights.likenessLead * (likeness - Math.max(0, ...others.map((other) => other.likeness ?? 0)));
  return logit >= weights.least;
};
