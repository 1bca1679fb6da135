import { analyze } from '../analysis/analyze.ts';
import type { Sentence } from './split-sentences.ts';

export type ScoredSentence = Sentence & { terms: ReadonlySet<string>; score: number };

/**
 * Scores sentences by the wanted terms (term → weight) that they contain; terms that few of the sentences contain weigh more.
 */
export function scoreSentences(
  sentences: readonly Sentence[],
  wanted: ReadonlyMap<string, number>,
): ScoredSentence[] {
  const termSets = sentences.map(({ text }) => new Set(analyze(text)));
  const holders = new Map<string, number>();
  for (const terms of termSets)
    for (const term of terms) if (wanted.has(term)) holders.set(term, (holders.get(term) ?? 0) + 1);
  const weights = new Map<string, number>();
  for (const [term, weight] of wanted) {
    const rarity = Math.log(1 + (sentences.length + 1) / ((holders.get(term) ?? 0) + 0.5));
    weights.set(term, weight * rarity);
  }
  return sentences.map((sentence, index) => {
    const terms = termSets[index] ?? new Set<string>();
    let score = 0;
    for (const term of terms) score += weights.get(term) ?? 0;
    // A mild penalty, so that of two equal sentences the shorter, denser one wins.
    return { ...sentence, terms, score: score / (1 + terms.size / 40) };
  });
}
