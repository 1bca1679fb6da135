import { describe, expect, it } from 'vitest';
import { median, percentile } from './statistics.ts';

describe('statistics', () => {
  it('takes the middle value, and the mean of the middle two', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(median([])).toBeNaN();
  });

  it('takes percentiles by the nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.99)).toBe(99);
    expect(percentile([7], 0.99)).toBe(7);
  });
});
