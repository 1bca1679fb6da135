import type { Block } from '../../../block.ts';
import { tableBlocks } from '../../../chunking/table-blocks.ts';
import { isNumber } from './numbers.ts';
import type { PdfTable, TableCell } from './table.ts';

const year = /^\p{N}{4}$/u;

/** Returns true for a row with a label and a number. Years alone are the names of columns. */
const isLabelledRow = (row: readonly TableCell[]): boolean => {
  const label = row.find(({ column }) => column === 0);
  return (
    label !== undefined &&
    !year.test(label.text) &&
    row.some(({ column, text }) => column > 0 && isNumber(text) && !year.test(text))
  );
};

/** Returns true for a row of one cell across several columns, which names the rows below it. */
const isGroup = ([cell, ...more]: readonly TableCell[]): boolean =>
  cell !== undefined && more.length === 0 && cell.column === 0 && cell.lastColumn > 0;

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Returns the names of the columns. A name above several columns belongs to each of them. */
const namesOf = (head: readonly TableCell[], width: number): string[] => {
  const names = Array.from({ length: width }, () => '');
  for (const { text, column, lastColumn } of head)
    for (let at = column; at <= lastColumn; at++) names[at] = joined([names[at] ?? '', text]);
  return names;
};

/** Returns the rows of a table; the first has the names of its columns. */
function rowsOf({ cells }: PdfTable): string[][] {
  const width = 1 + Math.max(...cells.map(({ lastColumn }) => lastColumn));
  const rows = [...Map.groupBy(cells, ({ row }) => row)]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row);
  const first = Math.max(rows.findIndex(isLabelledRow), 1);
  const group = rows.slice(1, first).findIndex(isGroup);
  const head = group < 0 ? first : group + 1;
  const body = rows.slice(head).map((row) => {
    const texts = Array.from({ length: width }, () => '');
    for (const { text, column } of row) texts[column] = joined([texts[column] ?? '', text]);
    return texts;
  });
  return [namesOf(rows.slice(0, head).flat(), width), ...body];
}

/** Returns the blocks of a table, split like tables of other formats. */
export const blocksOf = (table: PdfTable, page: number): Block[] =>
  tableBlocks(rowsOf(table), { page }, { hasNames: true });
