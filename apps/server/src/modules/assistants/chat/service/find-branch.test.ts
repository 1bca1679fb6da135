import { describe, expect, it } from 'vitest';
import { findBranch } from './find-branch.ts';

/** `a`, then two attempts `b` and `c` after it; `d` follows `b`, and `e` follows `c`. */
const rows = [
  { id: 'a', previousId: null, ordinal: 1 },
  { id: 'b', previousId: 'a', ordinal: 2 },
  { id: 'd', previousId: 'b', ordinal: 3 },
  { id: 'c', previousId: 'a', ordinal: 4 },
  { id: 'e', previousId: 'c', ordinal: 5 },
];
const idsOf = (through?: string) => findBranch(rows, through).map(({ row }) => row.id);

describe('a branch of a conversation', () => {
  it('ends with the newest message', () => {
    expect(idsOf()).toEqual(['a', 'c', 'e']);
  });

  it('leads through the message that is asked for, to the newest one after it', () => {
    expect(idsOf('b')).toEqual(['a', 'b', 'd']);
    expect(idsOf('a')).toEqual(['a', 'c', 'e']);
    expect(idsOf('gone')).toEqual(['a', 'c', 'e']);
  });

  it('names all attempts in the place of a message that has several', () => {
    expect(findBranch(rows).map(({ attempts }) => attempts)).toEqual([[], ['b', 'c'], []]);
  });

  it('may begin with another attempt at the first question', () => {
    const again = [...rows, { id: 'f', previousId: null, ordinal: 6 }];
    expect(findBranch(again).map(({ row, attempts }) => [row.id, attempts])).toEqual([['f', ['a', 'f']]]);
  });

  it('is empty in an empty conversation', () => {
    expect(findBranch([])).toEqual([]);
  });
});
