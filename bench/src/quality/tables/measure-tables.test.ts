import { expect, it } from 'vitest';
import { compareTables, f1, pairTables } from './measure-tables.ts';
import type { Cell, Table } from './truth.ts';

const tableOf = (rows: readonly (readonly string[])[], page = 1): Table => ({
  ...{ page, left: 0, right: 1, bottom: 0, top: 1 },
  cells: rows.flatMap((row, at) =>
    row.map((text, column): Cell => ({ text, row: at, lastRow: at, column, lastColumn: column })),
  ),
});

const right = tableOf([
  ['City', 'People'],
  ['Bern', '134,000'],
  ['Basel', '173,000'],
]);

it('finds an equal table right, whatever its hyphens and spaces', () => {
  const found = tableOf([
    ['city', 'Peo-ple'],
    ['Bern', '134 000'],
    ['Basel', '173,000'],
  ]);
  const { cells, relations } = compareTables(found, right);
  expect([f1(cells), f1(relations)]).toEqual([1, 1]);
});

it('counts a title that was taken for a row as one wrong cell', () => {
  const found = tableOf([['Cities'], ['City', 'People'], ['Bern', '134,000'], ['Basel', '173,000']]);
  expect(compareTables(found, right).cells).toEqual({ right: 6, found: 7, expected: 6 });
});

it('counts cells of two columns that were taken for one as wrong', () => {
  const found = tableOf([['City People'], ['Bern 134,000'], ['Basel 173,000']]);
  expect(compareTables(found, right).cells.right).toBe(0);
});

it('counts each cell with its next neighbours to the right and below', () => {
  expect(compareTables(right, right).relations).toEqual({ right: 7, found: 7, expected: 7 });
});

it('compares each table with the one on its page that has most of its texts, and each once', () => {
  const [near, far] = [tableOf([['City', 'People']]), tableOf([['Rent', '800']])];
  expect(pairTables([far, near], [right])).toEqual([
    { found: near, expected: right },
    { found: far, expected: undefined },
  ]);
  expect(pairTables([tableOf([['City', 'People']], 2)], [right])[0]).toEqual({
    found: undefined,
    expected: right,
  });
});
