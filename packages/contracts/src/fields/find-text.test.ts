import { describe, expect, it } from 'vitest';
import { hasText, partsAround, positionsIn, replaceText } from './find-text.ts';

const split = (text: string, wanted: string) => partsAround(text, wanted, positionsIn(text, wanted));

/** Texts of two letters, in which beginnings of a wanted text are frequent. */
const textOf = (number: number, length: number): string =>
  Array.from({ length }, (_, at) => ((number * 2_654_435_761 + at * at * 40_503) >>> (at % 13)) & 1)
    .map((bit) => (bit === 1 ? 'a' : 'b'))
    .join('');

describe('searching a text', () => {
  it.each([
    ['abcabcab', 'abc', [0, 3]],
    ['aaaaa', 'aa', [0, 2]],
    ['abc', '', []],
    ['abc', 'abcd', []],
    ['', 'a', []],
    ['x'.repeat(40), 'x'.repeat(20), [0, 20]],
    [`${'ab'.repeat(20)}c`, `${'ab'.repeat(10)}c`, [20]],
    [`é🙂${'é'.repeat(20)}`, `🙂${'é'.repeat(20)}`, [1]],
  ])('finds in %j, of %j, the positions %j', (text, wanted, positions) => {
    expect(positionsIn(text, wanted)).toEqual(positions);
  });

  it('finds what the platform finds, whatever the texts are', () => {
    for (let number = 0; number < 400; number += 1) {
      const text = textOf(number, 300);
      for (const length of [1, 3, 16, 17, 18, 25, 40]) {
        const wanted =
          number % 2 === 0 ? text.slice(number % 150, (number % 150) + length) : textOf(number * 7, length);
        expect(split(text, wanted)).toEqual(text.split(wanted));
        expect(hasText(text, wanted)).toBe(text.includes(wanted));
      }
    }
  });

  it('stops after as many positions as are asked for', () => {
    expect(positionsIn('aaaa', 'a', 2)).toEqual([0, 1]);
    expect(positionsIn('ab'.repeat(50), 'ab'.repeat(10), 2)).toEqual([0, 20]);
  });

  it('replaces a text, and takes the new one as it is written', () => {
    expect(replaceText('a key and a key', 'key', '$&')).toBe('a $& and a $&');
    expect([replaceText('a', 'b', 'c'), replaceText('a', '', 'c')]).toEqual(['a', 'a']);
  });

  it('contains the empty text', () => {
    expect([hasText('', ''), hasText('a', '')]).toEqual([true, true]);
  });

  it.each([16, 17, 1000, 500_001])(
    'takes time that grows with the text in a million letters for %i of them around another one',
    async (length) => {
      const half = 'a'.repeat(length >> 1);
      const [text, wanted] = ['a'.repeat(1_000_000), `${half}b${half}`];
      await expect(() => positionsIn(text, wanted)).toCostAtMost(100);
    },
  );
});
