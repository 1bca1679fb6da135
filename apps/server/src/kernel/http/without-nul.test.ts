import { expect, it } from 'vitest';
import { withoutNul } from './without-nul.ts';

it('takes NUL characters out of every text and leaves all else alone', () => {
  const value = { a: 'x\0y', list: ['\0', 1, null, { deep: 'z\0' }], 'k\0': true };
  expect(withoutNul(value)).toEqual({ a: 'xy', list: ['', 1, null, { deep: 'z' }], k: true });
});
