import { describe, expect, it } from 'vitest';
import { type Child, growParents } from './grow-parents.ts';

/** Ten chunks of 100 tokens; four under each heading. */
const document: Child[] = Array.from({ length: 10 }, (_, ordinal) => ({
  id: `c${ordinal}`,
  documentId: 'd',
  ordinal,
  tokens: 100,
  heading: `h${Math.floor(ordinal / 4)}`,
  start: ordinal * 90,
  end: ordinal * 90 + 100,
}));
const at = (...ordinals: number[]): Child[] => ordinals.flatMap((ordinal) => document[ordinal] ?? []);
const grow = (hits: Child[], budget: number) => growParents(hits, () => document, budget);

describe('the surroundings of a hit', () => {
  it('are the chunks under the same heading, as far as they fit', { tags: ['RETRIEVE-06'] }, () => {
    expect(grow(at(5), 10_000)).toMatchObject([{ start: 360, end: 730, tokens: 400, children: ['c5'] }]);
    expect(grow(at(5), 250)).toMatchObject([{ start: 450, end: 640, tokens: 200 }]);
  });

  it('take in a hit that lies inside, and name the best one', () => {
    const parents = grow(at(5, 7, 0), 10_000);
    expect(parents.map(({ child, children }) => [child.id, children])).toEqual([
      ['c5', ['c5', 'c7']],
      ['c0', ['c0']],
    ]);
  });

  it('never overlap', () => {
    const parents = grow(at(1, 3), 200);
    expect(parents.map(({ start, end }) => [start, end])).toEqual([
      [90, 280],
      [270, 370],
    ]);
    const [first, second] = parents;
    expect(first?.children).toEqual(['c1']);
    expect(second?.tokens).toBe(100);
  });

  it('are the hit alone when its neighbours are not known', () => {
    expect(growParents(at(5), () => [], 1000)).toMatchObject([{ start: 450, end: 550 }]);
  });
});
