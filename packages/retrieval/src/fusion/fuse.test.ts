import { describe, expect, it } from 'vitest';
import { fuse } from './fuse.ts';

const hits = (...ids: string[]) => ids.map((id, place) => ({ id, score: 1 / (place + 1) }));

describe('fuse', () => {
  it('adds reciprocal ranks and divides by the best possible', () => {
    const fused = fuse([
      { weight: 1, hits: hits('a', 'b') },
      { weight: 1, hits: hits('b', 'c') },
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(fused[0]?.score).toBeCloseTo((1 / 62 + 1 / 61) / (2 / 61), 12);
    expect(fused[0]?.ranks).toEqual([2, 1]);
    expect(fused[2]?.ranks).toEqual([undefined, 2]);
  });

  it('gives 1 to what is first everywhere', () => {
    const rankings = [
      { weight: 0.3, hits: hits('a', 'b') },
      { weight: 2, hits: hits('a') },
    ];
    expect(fuse(rankings)[0]).toEqual({ id: 'a', score: 1, ranks: [1, 1] });
  });

  it('follows the weights', () => {
    const order = (left: number, right: number) =>
      fuse([
        { weight: left, hits: hits('l') },
        { weight: right, hits: hits('r') },
      ]).map(({ id }) => id);
    expect(order(2, 1)).toEqual(['l', 'r']);
    expect(order(1, 2)).toEqual(['r', 'l']);
  });

  it('orders ties by best rank, then by id, whatever the order of the rankings', () => {
    const one = { weight: 1, hits: hits('z', 'm') };
    const two = { weight: 1, hits: hits('b', 'k') };
    expect(fuse([one, two]).map(({ id }) => id)).toEqual(['b', 'z', 'k', 'm']);
    expect(fuse([two, one]).map(({ id }) => id)).toEqual(['b', 'z', 'k', 'm']);
  });

  it('counts a repeated id once and takes empty input', () => {
    expect(fuse([{ weight: 1, hits: hits('a', 'a') }])).toEqual([{ id: 'a', score: 1, ranks: [1] }]);
    expect(fuse([])).toEqual([]);
    expect(fuse([{ weight: 0, hits: hits('a') }])[0]?.score).toBe(0);
  });
});
