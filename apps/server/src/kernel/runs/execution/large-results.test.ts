import { describe, expect, it } from 'vitest';
import { pauseAfter } from './large-results.ts';

describe('the pause after a large result', () => {
  it('is left out when nobody else wrote meanwhile', () => {
    expect(pauseAfter(20, 3)).toBe(0);
  });

  it('grows with what others wrote, up to four times the time that the result took', () => {
    expect([4, 8, 15, 16, 500].map((changes) => pauseAfter(20, changes))).toEqual([20, 40, 60, 80, 80]);
  });
});
