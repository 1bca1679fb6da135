import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';

const tenMinutesMs = 600_000;
const dayMs = 86_400_000;

/** Returns what callers may do with a thing in ten minutes and in a day; 0 means no limit. */
export const visitorAllowances = (
  id: string,
  callers: readonly string[],
  { tenMinutes, day }: { tenMinutes: number; day: number },
): Allowance[] =>
  callers.flatMap((caller) =>
    [
      { key: `${id} ${caller} in ten minutes`, amount: tenMinutes, windowMs: tenMinutesMs },
      { key: `${id} ${caller} a day`, amount: day, windowMs: dayMs },
    ].filter(({ amount }) => amount > 0),
  );

/** Writes how long a visitor has to wait: "1 minute". */
export const waitInWords = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

/** A number of requests that may come at once, and that is refilled within the window. */
export interface Allowance {
  /** The key that is counted: a caller with a class of requests. */
  key: string;
  amount: number;
  windowMs: number;
}

type RateVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

type Bucket = { tokens: number; at: number };

/** A bucket takes about 120 bytes, so all of them take at most some 12 MB. The least recently used are dropped first. */
const MOST_BUCKETS = 100_000;

/** Token buckets in the memory of one process. */
interface TokenBuckets {
  /** Takes one token from each bucket, or none at all when one of them is empty. */
  take(allowances: readonly Allowance[]): RateVerdict;
}

/** Makes the buckets. @param now milliseconds that only increase */
export const createTokenBuckets = (now: () => number = () => performance.now()): TokenBuckets => {
  const buckets = new LRUCache<string, Bucket>({ max: MOST_BUCKETS });
  const filled = ({ key, amount, windowMs }: Allowance, at: number): number => {
    const last = buckets.get(key);
    return last === undefined ? amount : Math.min(amount, last.tokens + ((at - last.at) * amount) / windowMs);
  };
  return {
    take(allowances) {
      const at = now();
      const levels = allowances.map((allowance) => ({ ...allowance, tokens: filled(allowance, at) }));
      const empty = levels.filter(({ tokens }) => tokens < 1);
      for (const { key, tokens } of levels)
        buckets.set(key, { tokens: empty.length === 0 ? tokens - 1 : tokens, at });
      if (empty.length === 0) return { allowed: true };
      const waits = empty.map(({ tokens, amount, windowMs }) => ((1 - tokens) * windowMs) / amount / 1000);
      return { allowed: false, retryAfterSeconds: Math.ceil(Math.max(...waits)) };
    },
  };
};

/** The classes of requests that have a limit of their own. */
export type RateClass = keyof Config['rateLimits'];

/**
 * Decides whether a caller (address, user, tenant) may send another request of a class, and counts it. A caller that many users share may
 * send `times` as many.
 */
export type RateLimiter = (caller: string, rateClass: RateClass, times?: number) => RateVerdict;

const LONGEST_KEY = 64;

/**
 * Returns the key under which a caller is counted. A home has a whole /64 of IPv6, so these addresses share a key; long names are
 * shortened.
 */
export const callerKey = (caller: string): string => {
  if (isIPv6(caller)) {
    const address = ipaddr.process(caller);
    if (address.kind() === 'ipv6') return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex');
    return address.toString();
  }
  return caller.length <= LONGEST_KEY ? caller : createHash('sha256').update(caller).digest('base64url');
};

/**
 * Makes a rate limiter. A caller may send the requests of a minute at once, and then as many as are refilled.
 * @param limits requests per minute by class; 0 means no limit
 * @param now milliseconds that only increase
 */
export const createRateLimiter = (
  limits: Config['rateLimits'],
  now: () => number = () => performance.now(),
): RateLimiter => {
  const buckets = createTokenBuckets(now);
  return (caller, rateClass, times = 1) => {
    const amount = limits[rateClass] * times;
    if (amount === 0) return { allowed: true };
    return buckets.take([{ key: `${rateClass} ${times} ${callerKey(caller)}`, amount, windowMs: 60_000 }]);
  };
};
