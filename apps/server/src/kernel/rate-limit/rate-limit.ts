import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';
import { createTokenBuckets, type RateVerdict } from './token-buckets.ts';

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
