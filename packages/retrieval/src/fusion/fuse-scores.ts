import type { Ranking } from './fuse.ts';

/** `floor` is what a hit of the other rankings counts for here when this ranking does not name it. */
export type ScoredRanking = Ranking & { floor: number };

/**
 * The weighted mean of scores that all lie in 0..1 (convex combination: Bruch, Gai, Ingber, TOIS 2023). Unlike ranks, scores
 * tell a ranking that found something from one that only put poor hits in an order: the second hardly moves anything.
 * Scores are not stretched to the same range for that reason. Equal scores: the smaller id first.
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
