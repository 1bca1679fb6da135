import { expect, it } from 'vitest';
import { citedCells, citedSentence } from './cited-cells.ts';

const row = ['iPhone', '$ 40,665', '$ 39,570', '3 %'];

it('finds the sentence of a citation', { tags: ['CHAT-05'] }, () => {
  const answer = 'Sales rose. [1] The iPhone brought 40,665 million. [2][3]\n- Services more [1].';
  expect(citedSentence(answer, { index: 2 })).toContain('The iPhone brought 40,665 million.');
  expect(citedSentence(answer, { index: 2 })).not.toContain('Sales rose');
  expect(citedSentence(answer, { index: 3 })).toContain('40,665');
  expect(citedSentence(answer, { index: 9 })).toBe('');
  const markAt = answer.lastIndexOf('[1]');
  expect(citedSentence(answer, { index: 1, markAt })).toBe('- Services more');
});

it('finds the cells whose figures a sentence repeats, and no part of a longer figure', () => {
  expect(citedCells(row, 'The iPhone brought $40,665 million.')).toEqual([1]);
  expect(citedCells(row, 'It rose 3 % to 40,665 from 39,570.')).toEqual([1, 2, 3]);
  expect(citedCells(row, 'It was 140,665, then 40,6650 or 40,665,123.')).toEqual([]);
  expect(citedCells(row, 'The iPhone sold well.')).toEqual([]);
});
