import { describe, expect, it } from 'vitest';
import { parseSort } from './use-url-sort.ts';

const fallback = { column: 'createdAt', descending: true } as const;
const columns = ['name', 'createdAt'] as const;

describe('the word of a sort', () => {
  it.each([
    ['name', { column: 'name', descending: false }],
    ['-name', { column: 'name', descending: true }],
    ['createdAt', { column: 'createdAt', descending: false }],
  ])('%s names a column and a direction', (word, sort) => {
    expect(parseSort(word, columns, fallback)).toEqual(sort);
  });

  it('that names no column is the usual sort', () => {
    expect(parseSort('-secret', columns, fallback)).toBe(fallback);
    expect(parseSort('', columns, fallback)).toBe(fallback);
  });
});
