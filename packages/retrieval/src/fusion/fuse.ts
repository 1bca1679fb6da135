export type Ranking = { weight: number; hits: ReadonlyArray<{ id: string; score: number }> };

/** `score` is in 0..1: 1 means first in every ranking. `ranks[i]` is the rank (from 1) in ranking `i`, or undefined. */
export type FusedHit = { id: string; score: number; ranks: Array<number | undefined> };

/**
 * Weighted reciprocal rank fusion, `Σ weight / (k + rank)` (Cormack, Clarke, Büttcher, SIGIR 2009), divided by its
 * maximum. Only the order of each ranking counts, so scores of different kinds need no calibration; a score
 * threshold belongs before the fusion. Equal scores: the better best rank first, then the smaller id.
 */
export function fuse(rankings: readonly Ranking[], options: { k?: number } = {}): FusedHit[] {
  const k = options.k ?? 60;
  const maximum = rankings.reduce((sum, { weight }) => sum + weight / (k + 1), 0);
  const fused = new Map<string, FusedHit>();
  rankings.forEach(({ weight, hits }, ranking) => {
    hits.forEach(({ id }, index) => {
      const hit = fused.get(id) ?? { id, score: 0, ranks: rankings.map(() => undefined) };
      if (hit.ranks[ranking] !== undefined) return;
      hit.ranks[ranking] = index + 1;
      hit.score += maximum === 0 ? 0 : weight / (k + index + 1) / maximum;
      fused.set(id, hit);
    });
  });
  return [...fused.values()].sort(
    (a, b) => b.score - a.score || bestRank(a) - bestRank(b) || (a.id < b.id ? -1 : 1),
  );
}

function bestRank({ ranks }: FusedHit): number {
  return Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
}
