/** The share of a score that depends on recency, small enough for an old document that matches much better to win. */
const share = 0.3;

export type TimedHit<Hit> = Hit & { recency: number };

/**
 * Returns the recency: 1 for a new document, 0.5 after one half-life. Dates in the future count as new. Ages are rounded down to
 * whole days, so that documents of the same day are equally new.
 */
export function computeRecency(ageDays: number, halfLifeDays: number): number {
  return 0.5 ** (Math.floor(Math.max(0, ageDays)) / halfLifeDays);
}

/** Orders hits by `score · (0.7 + 0.3 · recency)`. Equal scores keep their order. */
export function decayByTime<Hit extends { score: number }>(
  hits: readonly Hit[],
  { ageDays, halfLifeDays }: { ageDays: (hit: Hit) => number; halfLifeDays: number },
): TimedHit<Hit>[] {
  return hits
    .map((hit) => {
      const recency = computeRecency(ageDays(hit), halfLifeDays);
      return { ...hit, recency, score: hit.score * (1 - share + share * recency) };
    })
    .sort((a, b) => b.score - a.score);
}
