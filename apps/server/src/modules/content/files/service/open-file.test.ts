import { expect, it } from 'vitest';
import { wantedRange } from './open-file.ts';

it.each([
  ['bytes=5-9', { start: 5, end: 9 }],
  ['bytes=0-', { start: 0, end: undefined }],
  ['bytes=-5', undefined],
  ['bytes=0-1,4-5', undefined],
  [undefined, undefined],
])('reads the range %s', (header, range) => {
  expect(wantedRange(header)).toEqual(range);
});
