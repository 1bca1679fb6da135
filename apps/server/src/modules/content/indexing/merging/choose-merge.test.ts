import { describe, expect, it } from 'vitest';
import { chooseMerge, largestBytes, most, type Unit } from './choose-merge.ts';

const alone = (count: number, bytes: number): Unit[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `alone ${bytes} ${at}`,
    isMerged: false,
    bytes,
    docs: 10,
    live: 10,
  }));
const merged = (id: string, bytes: number, { docs, live }: { docs: number; live: number }): Unit => ({
  id,
  isMerged: true,
  bytes,
  docs,
  live,
});
const calm = { thorough: false };

describe('the choice of what to merge', () => {
  it('waits until a tier has enough segments, and takes no more than one merge may produce', () => {
    expect(chooseMerge(alone(7, 1000), calm)).toEqual([]);
    expect(chooseMerge(alone(8, 1000), calm)).toHaveLength(8);
    expect(chooseMerge(alone(500, 1000), calm)).toHaveLength(most);
  });

  it('merges the smallest tier first, and never small with large', () => {
    const large = alone(8, 1024 * 1024);
    expect(chooseMerge([...large, ...alone(7, 1000)], calm)).toEqual(large);
    expect(chooseMerge([...large, ...alone(8, 1000)], calm)).toEqual(alone(8, 1000));
  });

  it('produces no segment above the maximum size, and then has nothing left to merge', () => {
    const chosen = chooseMerge(alone(20, 1_500_000), calm);
    expect(chosen.length).toBeGreaterThan(1);
    expect(chosen.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(largestBytes);
    expect(chooseMerge(alone(50, largestBytes), calm)).toEqual([]);
    expect(chooseMerge(alone(50, largestBytes - 1), calm)).toEqual([]);
  });

  it('rewrites a merged segment with an eighth of dead chunks, and with any dead chunk when thorough', () => {
    const worn = merged('worn', 5000, { docs: 80, live: 70 });
    const scratched = merged('scratched', 5000, { docs: 80, live: 79 });
    expect(chooseMerge([scratched, worn], calm)).toEqual([worn]);
    expect(chooseMerge([scratched], calm)).toEqual([]);
    expect(chooseMerge([scratched], { thorough: true })).toEqual([scratched]);
    expect(chooseMerge([merged('empty', 5000, { docs: 1, live: 0 })], calm)).toHaveLength(1);
  });
});
