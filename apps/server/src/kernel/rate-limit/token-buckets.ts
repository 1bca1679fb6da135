/** So many at once, and as many again within the window. */
export interface Allowance {
  /** Who is counted for what. */
  key: string;
  amount: number;
  windowMs: number;
}

export type RateVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

type Bucket = { tokens: number; at: number };

/** About 120 bytes each, so some 12 MB at most; those seen longest ago are forgotten first. */
const MOST_BUCKETS = 100_000;

/** Token buckets in the memory of one process. */
export interface TokenBuckets {
  /** Takes one from each, or, where one is empty, from none. */
  take(allowances: readonly Allowance[]): RateVerdict;
}

/** @param now milliseconds that only grow */
export const createTokenBuckets = (now: () => number = () => performance.now()): TokenBuckets => {
  const buckets = new Map<string, Bucket>();
  const filled = ({ key, amount, windowMs }: Allowance, at: number): number => {
    const last = buckets.get(key);
    return last === undefined ? amount : Math.min(amount, last.tokens + ((at - last.at) * amount) / windowMs);
  };
  const keep = (key: string, bucket: Bucket): void => {
    // Taken out and put back, so that the map stays in order of use.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value ?? '');
  };
  return {
    take(allowances) {
      const at = now();
      const levels = allowances.map((allowance) => ({ ...allowance, tokens: filled(allowance, at) }));
      const empty = levels.filter(({ tokens }) => tokens < 1);
      for (const { key, tokens } of levels)
        keep(key, { tokens: empty.length === 0 ? tokens - 1 : tokens, at });
      if (empty.length === 0) return { allowed: true };
      const waits = empty.map(({ tokens, amount, windowMs }) => ((1 - tokens) * windowMs) / amount / 1000);
      return { allowed: false, retryAfterSeconds: Math.ceil(Math.max(...waits)) };
    },
  };
};
