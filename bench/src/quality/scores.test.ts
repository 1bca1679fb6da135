import { describe, expect, it } from 'vitest';
import { estimate, ndcgAt, recallAt, reciprocalRankAt, splitInHalves } from './scores.ts';

const answered = { found: ['x', 'a', 'y', 'b'], relevant: new Set(['a', 'b', 'c', 'd']) };

describe('scores of a ranking', () => {
  it('counts the share of the right documents among the first', () => {
    expect(recallAt(2, answered)).toBe(0.25);
    expect(recallAt(5, answered)).toBe(0.5);
  });

  it('gives one over the first right place, and nothing beyond the depth', () => {
    expect(reciprocalRankAt(10, answered)).toBe(0.5);
    expect(reciprocalRankAt(1, answered)).toBe(0);
  });

  it('is 1 only for the best order there can be', () => {
    expect(ndcgAt(10, { found: ['a', 'b', 'x'], relevant: new Set(['a', 'b']) })).toBe(1);
    expect(ndcgAt(10, { found: ['x', 'a'], relevant: new Set(['a']) })).toBeCloseTo(1 / Math.log2(3));
  });

  it('bounds a mean by resampling, the same each time', () => {
    const values = Array.from({ length: 200 }, (_, at) => at % 2);
    const { mean, low, high } = estimate(values);
    expect(mean).toBe(0.5);
    expect(low).toBeGreaterThan(0.4);
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(estimate(values)).toEqual({ mean, low, high });
  });

  it('splits into two halves that share nothing', () => {
    const { tune, heldOut } = splitInHalves(Array.from({ length: 11 }, (_, at) => at));
    expect([...tune, ...heldOut].sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, at) => at));
    expect(splitInHalves([1, 2, 3, 4])).toEqual(splitInHalves([1, 2, 3, 4]));
  });
});
