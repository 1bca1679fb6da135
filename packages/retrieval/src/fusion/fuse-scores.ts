import type { Ranking } from './fuse.ts';

/** A ranking with scores. `floor` is the score of hits that only other rankings contain. */
export type ScoredRanking = Ranking & { floor: number };

/**
 * Returns the weighted mean of scores in 0..1 (convex combination: Bruch, Gai, Ingber, TOIS 2023). Unlike ranks, scores show
 * whether a ranking found anything relevant: one with poor hits only has little influence. For that reason scores are not
 * normalised to the same range. Equal scores: the smaller id first.
 */
export function fuseScores(rankings: readonly ScoredRanking[]): Array<{ id: string; score: number }> {
  const total = rankings.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const least = rankings.reduce((sum, { weight, floor }) => sum + weight * floor, 0);
  const sums = new Map<string, number>();
  for (const { weight, floor, hits } of rankings) {
    const seen = new Set<string>();
    for (const { id, score } of hits) {
      if (seen.has(id)) continue;
      seen.add(id);
      sums.set(id, (sums.get(id) ?? least) + weight * (score - floor));
    }
  }
  return [...sums]
    .map(([id, sum]) => ({ id, score: sum / total }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
