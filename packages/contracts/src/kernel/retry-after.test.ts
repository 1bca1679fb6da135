import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

it('reads the seconds and the dates of Retry-After', () => {
  const now = Date.UTC(2026, 10, 6, 8, 49, 30);
  const read = (value: string | null) => readRetryAfter(value, now);
  expect(['8', ' 120 ', '0'].map(read)).toEqual([8000, 120_000, 0]);
  expect(read('Fri, 06 Nov 2026 08:49:37 GMT')).toBe(7000);
  expect(read('Friday, 06-Nov-26 08:49:37 GMT')).toBe(7000);
  expect(read('Fri Nov  6 08:49:37 2026')).toBe(7000);
  expect(read('Fri, 06 Nov 2020 08:49:37 GMT')).toBe(0);
  expect([null, '', 'soon', '-1', '1.5', '2026-11-06', 'Fri, xx GMT'].map(read)).toEqual(
    Array(7).fill(undefined),
  );
});
