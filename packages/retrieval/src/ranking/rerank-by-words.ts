import { analyze } from '../analysis/analyze.ts';

/** A candidate of an earlier ranking. Candidates are given best first; `score` is that of the earlier ranking, if it has one. */
export type Candidate = { id: string; text: string; heading?: string | null; score?: number };

export type WordScore = { id: string; score: number };

/**
 * `before` is the weight of the earlier ranking. That ranking contains information that the candidates alone do not: which words are rare
 * in the whole index, and which texts mean the same in other words.
 */
const weights = { coverage: 0.37, phrase: 0.15, nearness: 0.11, heading: 0.07, before: 0.3 } as const;

/**
 * Reranks a few candidates without a model, by: the share of the question's words in the chunk (rare words weigh more), the
 * longest phrase of the question in it, the distance between the words, the words in its heading, and the earlier ranking.
 * Returns the best first, with scores from 0 to 1; equal scores keep their order.
 */
export function rerankByWords(query: string, candidates: readonly Candidate[]): WordScore[] {
  const asked = analyze(query);
  const chunks = candidates.map(({ text }) => analyze(text));
  const rarity = computeTermRarities(asked, chunks);
  const total = [...rarity.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const covered = (terms: ReadonlySet<string>) =>
    [...rarity].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0) / total;
  const before = stretched(candidates.map(({ score }) => score ?? 0));
  return candidates
    .map(({ id, heading }, place) => {
      const terms = chunks[place] ?? [];
      const score =
        weights.coverage * covered(new Set(terms)) +
        weights.phrase * phraseShare(asked, terms) +
        weights.nearness * nearness(terms, rarity) * covered(new Set(terms)) +
        weights.heading * covered(new Set(analyze(heading ?? ''))) +
        weights.before * (before[place] ?? 0);
      return { id, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** Scales scores linearly to 0..1; all 0 when they are equal. */
function stretched(scores: readonly number[]): number[] {
  const lowest = Math.min(...scores);
  const range = Math.max(...scores) - lowest || 1;
  return scores.map((score) => (score - lowest) / range);
}

function computeTermRarities(asked: readonly string[], chunks: readonly string[][]): Map<string, number> {
  const sets = chunks.map((terms) => new Set(terms));
  return new Map(
    [...new Set(asked)].map((term) => {
      const holders = sets.filter((terms) => terms.has(term)).length;
      return [term, Math.log(1 + (sets.length + 1) / (holders + 0.5))];
    }),
  );
}

/** The share of the question's longest phrase, of at least two terms, that the chunk contains literally. */
function phraseShare(asked: readonly string[], terms: readonly string[]): number {
  if (asked.length < 2) return 0;
  let longest = 1;
  let previous = new Uint16Array(asked.length + 1);
  for (const term of terms) {
    const current = new Uint16Array(asked.length + 1);
    for (let at = 0; at < asked.length; at++) {
      if (asked[at] !== term) continue;
      const run = (previous[at] ?? 0) + 1;
      current[at + 1] = run;
      if (run > longest) longest = run;
    }
    previous = current;
  }
  return longest < 2 ? 0 : longest / asked.length;
}

/** The proximity of the question's words in the chunk: 1 when they are adjacent, less with other words between them. */
function nearness(terms: readonly string[], wanted: ReadonlyMap<string, number>): number {
  const present = new Set(terms.filter((term) => wanted.has(term)));
  return present.size < 2 ? 0 : present.size / shortestWindow(terms, present);
}

/** The length of the shortest run of terms that contains each of `present`. */
function shortestWindow(terms: readonly string[], present: ReadonlySet<string>): number {
  const counts = new Map<string, number>();
  let best = terms.length;
  let start = 0;
  for (let end = 0; end < terms.length; end++) {
    const term = terms[end] ?? '';
    if (present.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    while (counts.size === present.size) {
      best = Math.min(best, end - start + 1);
      const first = terms[start] ?? '';
      const left = (counts.get(first) ?? 0) - 1;
      if (left > 0) counts.set(first, left);
      else if (left === 0) counts.delete(first);
      start += 1;
    }
  }
  return best;
}
