import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { createRateLimiter } from '../rate-limit/rate-limit.ts';
import { limitRate } from './register-routes.ts';

/** Returns how many requests pass when each caller sends `each` requests at the same moment. */
const countPassed = (callers: readonly [string, ...string[]][], each: number): number => {
  const rateLimiter = createRateLimiter({ default: 4, auth: 4, chat: 4 }, () => 0);
  let passed = 0;
  for (const caller of callers)
    for (let times = 0; times < each; times += 1) {
      try {
        limitRate({ rateLimiter }, 'default', caller);
        passed += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'request.rate_limited') throw error;
      }
    }
  return passed;
};
const seven = Array.from({ length: 7 }, (_, at) => at);

describe('limits of requests', () => {
  it('apply to each user', () => {
    expect(countPassed([['auth_1', 'ten_1', '10.0.0.1']], 10)).toBe(4);
  });

  it('apply to a tenant, whichever of its users sends them, at five times the number', () => {
    expect(
      countPassed(
        seven.map((at) => [`auth_${at}`, 'ten_1', `10.0.0.${at}`]),
        4,
      ),
    ).toBe(20);
  });

  it('apply to an address, whichever tenant sends from it, at five times the number', () => {
    expect(
      countPassed(
        seven.map((at) => [`auth_${at}`, `ten_${at}`, '10.0.0.1']),
        4,
      ),
    ).toBe(20);
  });

  it('are not used up by requests that the limit of the user refuses', () => {
    const flood: [string, ...string[]] = ['auth_0', 'ten_1', '10.0.0.0'];
    const calm = [1, 2, 3, 4].map((at): [string, ...string[]] => [`auth_${at}`, 'ten_1', `10.0.0.${at}`]);
    expect(countPassed([flood, flood, flood, flood, flood, ...calm], 4)).toBe(20);
  });
});
