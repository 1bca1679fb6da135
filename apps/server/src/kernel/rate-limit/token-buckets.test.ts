import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './rate-limit.ts';

describe('token buckets', () => {
  it('are taken from all together or from none, and report the longest wait', () => {
    let time = 0;
    const buckets = createTokenBuckets(() => time);
    const short = { key: 'short', amount: 2, windowMs: 10_000 };
    const long = { key: 'long', amount: 3, windowMs: 60_000 };
    const take = () => buckets.take([short, long]);
    expect([take(), take()]).toEqual([{ allowed: true }, { allowed: true }]);
    expect(take()).toEqual({ allowed: false, retryAfterSeconds: 5 });
    time += 5000;
    // The refused question did not count towards the longer window.
    expect(take()).toEqual({ allowed: true });
    time += 10_000;
    expect(take()).toEqual({ allowed: false, retryAfterSeconds: 5 });
  });
});
