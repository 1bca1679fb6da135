import { expect, it } from 'vitest';
import { withCitedSources, withoutSource } from './without-source.ts';

it('removes the marks of a source and renumbers those after it', () => {
  expect(withoutSource('One [1]. Two [2][3]. Three [3].', 2)).toBe('One [1]. Two[2]. Three [2].');
  expect(withoutSource('Only [1].', 1)).toBe('Only.');
});

it('keeps only the sources that the answer cites, under numbers without a gap', () => {
  const sources = ['a', 'b', 'c'];
  expect(withCitedSources({ answer: 'We ship to Sweden, not to Norway.', sources })).toEqual({
    answer: 'We ship to Sweden, not to Norway.',
    sources: [],
  });
  expect(withCitedSources({ answer: 'One [3]. Two [1].', sources })).toEqual({
    answer: 'One [2]. Two [1].',
    sources: ['a', 'c'],
  });
});
