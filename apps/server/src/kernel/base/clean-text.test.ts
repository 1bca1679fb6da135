import { expect, it } from 'vitest';
import { cleanInput } from './clean-text.ts';

it('takes NUL and half characters out of every text and leaves all else alone', () => {
  const value = {
    a: 'x\0y',
    list: ['\0', 1, null, { deep: 'z\0' }],
    'k\0': true,
    half: 'a\ud83d',
    whole: '😀',
  };
  expect(cleanInput(value)).toEqual({
    a: 'xy',
    list: ['', 1, null, { deep: 'z' }],
    k: true,
    half: 'a\ufffd',
    whole: '😀',
  });
});

it('returns a clean value itself, not a copy', () => {
  const value = { a: ['x', { b: null }], c: '😀' };
  expect(cleanInput(value)).toBe(value);
});
