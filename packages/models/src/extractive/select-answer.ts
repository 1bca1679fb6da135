import type { IndexedSentence } from './index-sentences.ts';
import type { Question } from './question.ts';
import type { ScoredSentence } from './score-sentences.ts';

/** Below these shares of the question's words, nothing here answers it. */
const leastCoverage = 0.5;
const leastOwnCoverage = 0.3;
/** One word of a question of several answers it only when it carries most of its weight. */
const singleWordCoverage = 0.7;

/** An answer to these holds a number or a time; names, places and reasons come in too many shapes. */
const strictShapes: ReadonlySet<Question['wanted']> = new Set(['amount', 'time']);

const mostSentences = 4;
const redundancyWeight = 0.7;

/** The sentences of an answer in reading order; empty when nothing answers. */
export const selectAnswer = (scored: ScoredSentence[], question: Question): IndexedSentence[] => {
  const candidates = scored.filter((candidate) => answers(candidate, question));
  const best = candidates[0];
  if (!best) return [];
  const chosen = pickDistinct(candidates, best.score * (question.isBroad ? 0.45 : 0.6));
  const whole = question.isExplanation ? withContinuation(chosen, scored) : chosen;
  return readingOrder(withAntecedents(whole, scored));
};

const answers = (candidate: ScoredSentence, question: Question): boolean => {
  const { coverage, ownCoverage, contextCoverage, matches, hasKeys, isNamed, hasShape } = candidate;
  if (!hasKeys || !isNamed || (strictShapes.has(question.wanted) && !hasShape)) return false;
  // What stands under a heading that is the subject belongs to it without naming it again.
  if ((question.isBroad || question.isExplanation) && contextCoverage >= 0.9) return true;
  const isOneWordOfMany = matches === 1 && question.terms.length > 1 && coverage < singleWordCoverage;
  return coverage >= leastCoverage && ownCoverage >= leastOwnCoverage && !isOneWordOfMany;
};

/** Best first, each weighed down by what it repeats of those already chosen. */
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

/** Share of the shorter sentence's stems that the other has too. */
const similarity = (a: IndexedSentence, b: IndexedSentence): number => {
  const [small, large] = a.stems.size <= b.stems.size ? [a.stems, b.stems] : [b.stems, a.stems];
  if (small.size === 0) return 1;
  let shared = 0;
  for (const stem of small.keys()) if (large.has(stem)) shared += 1;
  return shared / small.size;
};

/** An explanation goes on where its best sentence stood, as far as the paragraph and the answer's length go. */
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

/** A sentence that begins with a pronoun brings the one before it, which says who or what it is. */
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

/** Chunks by their best sentence, sentences of a chunk as they stand in it. `sentences` come best first. */
const readingOrder = (sentences: IndexedSentence[]): IndexedSentence[] =>
  [...Map.groupBy(sentences, ({ rank }) => rank).values()].flatMap((group) =>
    group.sort((a, b) => a.order - b.order),
  );
