import { describe, expect, it } from 'vitest';
import { computeRecency, decayByTime } from './time-decay.ts';

describe('time weighting', () => {
  it('counts a document half as new after each half-life', { tags: ['RETRIEVE-06'] }, () => {
    expect([0, 90, 180, -5].map((age) => computeRecency(age, 90))).toEqual([1, 0.5, 0.25, 1]);
  });

  it('counts whole days, so that documents of one import keep their order', { tags: ['RETRIEVE-06'] }, () => {
    const second = 1 / 86_400;
    expect(computeRecency(10 + second, 90)).toBe(computeRecency(10, 90));
    const hits = [
      { id: 'first', score: 0.5, age: 3 * second },
      { id: 'second', score: 0.5, age: second },
    ];
    const decayed = decayByTime(hits, { ageDays: ({ age }) => age, halfLifeDays: 1 });
    expect(decayed.map(({ id }) => id)).toEqual(['first', 'second']);
  });

  it('puts the newer of two that fit alike first, and never a new one that hardly fits before an old one that does', () => {
    const ages = new Map([
      ['old', 3650],
      ['new', 0],
      ['fresh but beside the point', 0],
    ]);
    const hits = [
      { id: 'old', score: 0.9 },
      { id: 'new', score: 0.9 },
      { id: 'fresh but beside the point', score: 0.2 },
    ];
    const decayed = decayByTime(hits, { ageDays: ({ id }) => ages.get(id) ?? 0, halfLifeDays: 30 });
    expect(decayed.map(({ id }) => id)).toEqual(['new', 'old', 'fresh but beside the point']);
    expect(decayed[0]).toMatchObject({ score: 0.9, recency: 1 });
    expect(decayed[1]?.score).toBeCloseTo(0.63);
  });
});
