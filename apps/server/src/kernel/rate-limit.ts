import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from './config.ts';

/** The kinds of requests that have a limit of their own. */
export type RateClass = keyof Config['rateLimits'];

export type RateVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Decides whether a caller (address, user or key) may send another request of a class, and counts it. */
export type RateLimiter = (caller: string, rateClass: RateClass) => RateVerdict;

type Bucket = { tokens: number; at: number };

/** About 120 bytes each, so some 12 MB at most; the callers seen longest ago are forgotten first. */
const MOST_BUCKETS = 100_000;
const LONGEST_KEY = 64;

/** The key under which a caller is counted. One home has a whole /64 of IPv6, so its addresses share a key; long ones are shortened. */
export const callerKey = (caller: string): string => {
  if (isIPv6(caller)) {
    const address = ipaddr.process(caller);
    if (address.kind() === 'ipv6') return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex');
    return address.toString();
  }
  return caller.length <= LONGEST_KEY ? caller : createHash('sha256').update(caller).digest('base64url');
};

/**
 * Token buckets in memory: a caller may send the requests of a minute at once, then as many as flow back.
 * @param limits requests a minute by class, 0 for no limit
 * @param now milliseconds that only grow
 */
export const createRateLimiter = (
  limits: Config['rateLimits'],
  now: () => number = () => performance.now(),
): RateLimiter => {
  const buckets = new Map<string, Bucket>();
  return (caller, rateClass) => {
    const perMinute = limits[rateClass];
    if (perMinute === 0) return { allowed: true };
    const key = `${rateClass} ${callerKey(caller)}`;
    const at = now();
    const last = buckets.get(key) ?? { tokens: perMinute, at };
    const tokens = Math.min(perMinute, last.tokens + ((at - last.at) * perMinute) / 60_000);
    const allowed = tokens >= 1;
    // Taken out and put back, so that the map stays in order of use.
    buckets.delete(key);
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at });
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value ?? '');
    return allowed ? { allowed } : { allowed, retryAfterSeconds: Math.ceil(((1 - tokens) * 60) / perMinute) };
  };
};
