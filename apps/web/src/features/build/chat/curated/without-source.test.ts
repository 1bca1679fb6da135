import { expect, it } from 'vitest';
import { withoutSource } from './without-source.ts';

it('removes the marks of a source and renumbers those after it', () => {
  expect(withoutSource('One [1]. Two [2][3]. Three [3].', 2)).toBe('One [1]. Two[2]. Three [2].');
  expect(withoutSource('Only [1].', 1)).toBe('Only.');
});
