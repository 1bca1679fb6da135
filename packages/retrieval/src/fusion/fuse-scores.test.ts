import { describe, expect, it } from 'vitest';
import { fuseScores } from './fuse-scores.ts';

const hits = (scores: Record<string, number>) => Object.entries(scores).map(([id, score]) => ({ id, score }));
const order = (...rankings: Parameters<typeof fuseScores>[0]) => fuseScores(rankings).map(({ id }) => id);

describe('fuseScores', () => {
  it('is the weighted mean of the scores', () => {
    const fused = fuseScores([
      { weight: 3, floor: 0, hits: hits({ a: 0.8, b: 0.4 }) },
      { weight: 1, floor: 0, hits: hits({ b: 0.6, a: 0.2 }) },
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(fused[0]?.score).toBeCloseTo(0.65, 12);
    expect(fused[1]?.score).toBeCloseTo(0.45, 12);
  });

  it('gives what a ranking does not name the floor of that ranking, so that its end is no cliff', () => {
    const meaning = { weight: 1, floor: 0.7, hits: hits({ near: 0.72, last: 0.7 }) };
    const words = { weight: 1, floor: 0, hits: hits({ unnamed: 0.3, last: 0.1 }) };
    expect(order(meaning, words)).toEqual(['unnamed', 'last', 'near']);
    expect(fuseScores([meaning, words])[0]?.score).toBeCloseTo((0.7 + 0.3) / 2, 12);
  });

  it('lets a ranking that hardly tells its hits apart move little', () => {
    const sure = { weight: 1, floor: 0, hits: hits({ right: 0.6, wrong: 0.1 }) };
    const unsure = { weight: 1, floor: 0.8, hits: hits({ wrong: 0.82, other: 0.81, right: 0.8 }) };
    expect(order(sure, unsure)[0]).toBe('right');
    const poor = { weight: 1, floor: 0, hits: hits({ wrong: 0.04 }) };
    const clear = { weight: 1, floor: 0.2, hits: hits({ right: 0.7, wrong: 0.3 }) };
    expect(order(poor, clear)[0]).toBe('right');
  });

  it('orders equals by id, counts a repeated hit once, and takes nothing', () => {
    expect(order({ weight: 1, floor: 0, hits: hits({ z: 0.5, b: 0.5 }) })).toEqual(['b', 'z']);
    const twice = [
      { id: 'a', score: 0.5 },
      { id: 'a', score: 0.4 },
    ];
    expect(fuseScores([{ weight: 2, floor: 0, hits: twice }])).toEqual([{ id: 'a', score: 0.5 }]);
    expect(fuseScores([])).toEqual([]);
  });
});
