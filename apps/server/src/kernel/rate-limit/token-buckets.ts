/** A number of requests that may come at once, and that is refilled within the window. */
export interface Allowance {
  /** The key that is counted: a caller with a class of requests. */
  key: string;
  amount: number;
  windowMs: number;
}

export type RateVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

type Bucket = { tokens: number; at: number };

/** A bucket takes about 120 bytes, so all of them take at most some 12 MB. The least recently used are dropped first. */
const MOST_BUCKETS = 100_000;

/** Token buckets in the memory of one process. */
export interface TokenBuckets {
  /** Takes one token from each bucket, or none at all when one of them is empty. */
  take(allowances: readonly Allowance[]): RateVerdict;
}

/** Makes the buckets. @param now milliseconds that only increase */
export const createTokenBuckets = (now: () => number = () => performance.now()): TokenBuckets => {
  const buckets = new Map<string, Bucket>();
  const filled = ({ key, amount, windowMs }: Allowance, at: number): number => {
    const last = buckets.get(key);
    return last === undefined ? amount : Math.min(amount, last.tokens + ((at - last.at) * amount) / windowMs);
  };
  const keep = (key: string, bucket: Bucket): void => {
    // Deleted and set again, so that the map stays in order of use.
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
