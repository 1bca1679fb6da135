import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

const limits = { default: 60, auth: 6, chat: 0 };

const at = (start = 0) => {
  let time = start;
  const limiter = createRateLimiter(limits, () => time);
  return {
    limiter,
    wait: (seconds: number) => {
      time += seconds * 1000;
    },
    allowedOf: (count: number, caller: string, rateClass: keyof typeof limits = 'default') =>
      Array.from({ length: count }, () => limiter(caller, rateClass)).filter(({ allowed }) => allowed).length,
  };
};

describe('rate limits', () => {
  it('let a minute of requests through at once and refuse the next', () => {
    const { limiter, allowedOf } = at();
    expect(allowedOf(100, 'ada')).toBe(60);
    expect(limiter('ada', 'default')).toEqual({ allowed: false, retryAfterSeconds: 1 });
  });

  it('say when the next request will be allowed', () => {
    const { limiter, allowedOf, wait } = at();
    allowedOf(6, 'ada', 'auth');
    expect(limiter('ada', 'auth')).toEqual({ allowed: false, retryAfterSeconds: 10 });
    wait(9);
    expect(limiter('ada', 'auth')).toEqual({ allowed: false, retryAfterSeconds: 1 });
    wait(1);
    expect(limiter('ada', 'auth')).toEqual({ allowed: true });
  });

  it('are multiplied for a caller that many users share, and counted separately', () => {
    const { limiter } = at();
    const allowed = Array.from({ length: 400 }, () => limiter('company', 'default', 5)).filter(
      (v) => v.allowed,
    );
    expect(allowed).toHaveLength(300);
    expect(limiter('company', 'default')).toEqual({ allowed: true });
    expect(limiter('company', 'chat', 5)).toEqual({ allowed: true });
  });

  it('never save up more than a minute', () => {
    const { allowedOf, wait } = at();
    allowedOf(100, 'ada');
    wait(3600);
    expect(allowedOf(100, 'ada')).toBe(60);
  });

  it('count callers and classes separately', () => {
    const { allowedOf } = at();
    expect(allowedOf(100, 'ada')).toBe(60);
    expect(allowedOf(100, 'bob')).toBe(60);
    expect(allowedOf(100, 'ada', 'auth')).toBe(6);
  });

  it('do not apply when set to 0', () => {
    expect(at().allowedOf(1000, 'ada', 'chat')).toBe(1000);
  });

  it('count the addresses of one IPv6 network as one caller', () => {
    const { allowedOf } = at();
    expect(allowedOf(40, '2001:db8:1:2::1') + allowedOf(40, '2001:db8:1:2:ffff::9')).toBe(60);
    expect(allowedOf(40, '2001:db8:1:3::1')).toBe(40);
    expect(allowedOf(40, '::ffff:192.0.2.1') + allowedOf(40, '192.0.2.1')).toBe(60);
  });

  it('forget the callers seen longest ago when there are too many', () => {
    const { limiter, allowedOf } = at();
    allowedOf(60, 'first');
    for (let index = 0; index < 100_000; index += 1) limiter(`caller ${index}`, 'default');
    expect(allowedOf(100, 'first')).toBe(60);
    expect(allowedOf(100, 'caller 99999')).toBe(59);
  });
});
