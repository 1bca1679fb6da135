import { expect, it } from 'vitest';
import { findQuote, findRow } from './find-quote.ts';

const found = (texts: string[], quote: string) => {
  const match = findQuote(texts, quote);
  if (!match) return undefined;
  const { from, to } = match;
  return texts
    .slice(from.text, to.text + 1)
    .map((text, at, all) =>
      text.slice(at === 0 ? from.offset : 0, at === all.length - 1 ? to.offset : undefined),
    );
};

it('finds a quote over the pieces that a page is drawn from', () => {
  expect(found(['The gate ', 'closes at', ' ten. Then'], 'gate closes at ten')).toEqual([
    'gate ',
    'closes at',
    ' ten',
  ]);
});

it('finds a row although its cells are parted differently', () => {
  expect(
    found(['iPhone', '$', '40,665', '$', '39,570', '3', '%'], 'iPhone | $ 40,665 | $ 39,570 | 3 %'),
  ).toEqual(['iPhone', '$', '40,665', '$', '39,570', '3']);
});

it('finds the longest part of a quote that goes over the end of the page', () => {
  expect(found(['It stands here.'], 'It stands here. And the rest stands on the next page.')).toEqual([
    'It stands here',
  ]);
  expect(found(['Of something else.'], 'It stands here.')).toBeUndefined();
  expect(found(['Anything'], '…')).toBeUndefined();
});

it('finds the line of a row by its numbers', () => {
  const lines = ['Net sales 2022 2021', 'Mac 7,382 8,235', 'iPad 7,224 7,368'];
  expect(findRow(lines, 'iPad\nThree Months 2022: 7,224\nThree Months 2021: 7,368')).toBe(0);
  expect(findRow(lines.slice(1), 'iPad\nThree Months 2022: 7,224\nThree Months 2021: 7,368')).toBe(1);
  expect(findRow(lines, 'no numbers')).toBeUndefined();
});
