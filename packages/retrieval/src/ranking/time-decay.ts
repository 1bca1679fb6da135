/** How much of a score may depend on how new the document is: an old one that fits far better still wins. */
const share = 0.3;

export type TimedHit<Hit> = Hit & { recency: number };

/**
 * 1 for what is new, 0.5 after one half-life. What lies in the future is new. Whole days count: of two documents of the same
 * day the one that was imported a second later is no newer.
 */
export function recencyOf(ageDays: number, halfLifeDays: number): number {
  return 0.5 ** (Math.floor(Math.max(0, ageDays)) / halfLifeDays);
}

/** Hits in a new order: `score · (0.7 + 0.3 · recency)`. Equal ones keep their order. */
export function decayByTime<Hit extends { score: number }>(
  hits: readonly Hit[],
  { ageDays, halfLifeDays }: { ageDays: (hit: Hit) => number; halfLifeDays: number },
): TimedHit<Hit>[] {
  return hits
    .map((hit) => {
      const recency = recencyOf(ageDays(hit), halfLifeDays);
      return { ...hit, recency, score: hit.score * (1 - share + share * recency) };
    })
    .sort((a, b) => b.score - a.score);
}
