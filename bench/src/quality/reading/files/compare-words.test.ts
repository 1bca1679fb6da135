import { describe, expect, it } from 'vitest';
import { compareWords, countCommon, wordsOf } from './compare-words.ts';

const letters = (text: string): string[] => text.split('');

describe('the words of two readings', () => {
  it('are compared without marks, and East Asian characters one by one', () => {
    expect(wordsOf('Co-operate: “ﬁne”, 10.5 %')).toEqual(['co', 'operate', 'fine', '10', '5']);
    expect(wordsOf('effi-\ncient co-operation')).toEqual(['efficient', 'co', 'operation']);
    expect(wordsOf('東京 tower')).toEqual(['東', '京', 'tower']);
  });

  it('are counted in their order, however many they are', () => {
    expect(countCommon(letters('abcbdab'), letters('bdcaba'))).toBe(4);
    expect(countCommon([], letters('ab'))).toBe(0);
    const long = Array.from({ length: 1000 }, (_none, at) => `w${at % 97}`);
    expect(countCommon(long, ['x', ...long, 'x'])).toBe(1000);
    expect(countCommon(long, long.slice(100))).toBe(900);
  });

  it('say what was lost, added, and moved', () => {
    expect(compareWords('three one two four', 'one two three')).toEqual({
      ...{ words: 3, inOrder: 2 / 3, lost: [], added: ['four'] },
    });
    expect(compareWords('one', 'one one two')).toMatchObject({ lost: ['one', 'two'], inOrder: 1 / 3 });
  });
});
