import type { IndexedSentence } from '../index-sentences.ts';
import type { Question } from '../question.ts';
import type { ScoredSentence } from '../score-sentences.ts';
import { isAnswered, strictShapes } from './confidence.ts';

/** The least share of the question's words that an answer must cover. */
const leastCoverage = 0.5;
const leastOwnCoverage = 0.3;
/** The fit from which a row is the cell that was asked for, however much of the question its document is known by. */
export const leastFit = 0.75;
/** The least share when only one of several words matches. */
const singleWordCoverage = 0.7;

const mostSentences = 4;
const redundancyWeight = 0.7;

/** Returns the sentences of an answer in reading order; empty when there is no answer. */
export const selectAnswer = (scored: ScoredSentence[], question: Question): IndexedSentence[] => {
  const candidates = chooseCandidates(scored, question);
  const best = candidates[0];
  if (!best) return [];
  const chosen = pickDistinct(candidates, best.score * (question.isBroad ? 0.45 : 0.6));
  const whole = question.isExplanation ? withContinuation(chosen, scored) : chosen;
  return readingOrder(withAntecedents(whole, scored));
};

const isRow = ({ sentence }: ScoredSentence): boolean => sentence.cells !== undefined;

/**
 * Returns the sentences that may be quoted, best first. Prose alone is judged by its best sentence as a whole; a table row is judged by
 * itself, and the prose beside one that fits too.
 */
const chooseCandidates = (scored: ScoredSentence[], question: Question): ScoredSentence[] => {
  const fitting = scored.filter((candidate) => answers(candidate, question));
  const bestFit = Math.max(0, ...fitting.map(({ fit }) => fit));
  const cells = bestFit < leastFit ? [] : fitting.filter(({ fit }) => fit === bestFit);
  const [best] = scored;
  if (cells.length > 0) return cells;
  if (!best || isRow(best) || question.isExplanation || fitting.some(isRow)) return fitting;
  const others = scored.filter(({ sentence }) => sentence.rank !== best.sentence.rank);
  if (isOneWordOfMany(best, question) || !isAnswered(best, question, others)) return [];
  return [best, ...fitting.filter((candidate) => candidate !== best)];
};

const answers = (candidate: ScoredSentence, question: Question): boolean => {
  const { coverage, ownCoverage, contextCoverage, hasKeys, isNamed, isAsked, hasShape, fit } = candidate;
  if (!hasKeys || !isNamed || (strictShapes.has(question.wanted) && !hasShape)) return false;
  // Text under a heading that names the subject need not repeat it.
  if ((question.isBroad || question.isExplanation) && contextCoverage >= 0.9) return true;
  if (fit >= leastFit) return true;
  return (
    isAsked &&
    coverage >= leastCoverage &&
    ownCoverage >= leastOwnCoverage &&
    !isOneWordOfMany(candidate, question)
  );
};

const isOneWordOfMany = ({ matches, coverage }: ScoredSentence, { terms }: Question): boolean =>
  matches === 1 && terms.length > 1 && coverage < singleWordCoverage;

/** Selects the best sentences, lowering the score of those that repeat earlier ones. */
const pickDistinct = (candidates: ScoredSentence[], leastScore: number): ScoredSentence[] => {
  const chosen: ScoredSentence[] = [];
  const rest = candidates.slice(0, 40);
  while (chosen.length < mostSentences - 1) {
    const worth = rest.map(
      (candidate) => candidate.score * (1 - redundancyWeight * overlap(candidate, chosen)),
    );
    const at = worth.indexOf(Math.max(...worth));
    const next = rest[at];
    if (!next || (worth[at] ?? 0) < leastScore || (chosen.length > 0 && overlap(next, chosen) > 0.8)) break;
    chosen.push(next);
    rest.splice(at, 1);
  }
  return chosen;
};

const overlap = (candidate: ScoredSentence, chosen: ScoredSentence[]): number =>
  Math.max(0, ...chosen.map((other) => similarity(candidate.sentence, other.sentence)));

/** Returns the share of the shorter sentence's stems that the other sentence contains too. */
const similarity = (a: IndexedSentence, b: IndexedSentence): number => {
  const [small, large] = a.stems.size <= b.stems.size ? [a.stems, b.stems] : [b.stems, a.stems];
  if (small.size === 0) return 1;
  let shared = 0;
  for (const stem of small.keys()) if (large.has(stem)) shared += 1;
  return shared / small.size;
};

/** Extends an explanation by the sentences that follow its best one in the paragraph, up to the answer's length. */
const withContinuation = (chosen: ScoredSentence[], scored: ScoredSentence[]): ScoredSentence[] => {
  const whole = [...chosen];
  let last = chosen[0]?.sentence;
  while (last && whole.length < mostSentences - 1) {
    const { rank, order } = last;
    const next = scored.find(({ sentence }) => sentence.rank === rank && sentence.order === order + 1);
    if (!next?.sentence.followsOn) break;
    if (!whole.includes(next)) whole.push(next);
    last = next.sentence;
  }
  return whole;
};

const refersBack =
  /^(it|its|they|their|them|this|these|those|that|he|she|his|her|such|there|both|however|therefore|also|in that case|otherwise|er|sie|dies\w*|il|elle|ils|elles|ello|ella|esto|questo|dit|deze)\b/i;

/** Adds the previous sentence to one that begins with a pronoun, because it says what the pronoun refers to. */
const withAntecedents = (chosen: ScoredSentence[], scored: ScoredSentence[]): IndexedSentence[] => {
  const sentences = new Set(chosen.map(({ sentence }) => sentence));
  for (const { sentence } of chosen) {
    if (sentences.size >= mostSentences || !sentence.followsOn || !refersBack.test(sentence.text)) continue;
    const before = scored.find(
      ({ sentence: other }) => other.rank === sentence.rank && other.order === sentence.order - 1,
    );
    if (before) sentences.add(before.sentence);
  }
  return [...sentences];
};

/** Orders chunks by their best sentence, and the sentences of a chunk as in the text. `sentences` are given best first. */
const readingOrder = (sentences: IndexedSentence[]): IndexedSentence[] =>
  [...Map.groupBy(sentences, ({ rank }) => rank).values()].flatMap((group) =>
    group.sort((a, b) => a.order - b.order),
  );
