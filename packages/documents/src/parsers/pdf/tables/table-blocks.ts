import type { Block } from '../../../block.ts';
import { rateHead } from '../../../tables/find-head.ts';
import { tableBlocks, toRow } from '../../../tables/table-blocks.ts';
import { isNumber } from './numbers.ts';
import type { PdfTable, TableCell } from './table.ts';

/** A longer text above the columns is a title, and not a part of their names. */
const longestName = 45;
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

const amount = /^\(?[$€£¥]\s?\(?\p{N}|^\(\p{N}[\p{N}.,]*\)$/u;

/** Returns true for a row of amounts, which is never the names of columns. */
const isAmounts = (row: readonly TableCell[]): boolean =>
  isLabelledRow(row) && row.some(({ column, text }) => column > 0 && amount.test(text));

const isSingle = (row: readonly TableCell[]): boolean => row.length === 1;

/** Returns true for a row of one cell that names the rows below it: across several columns, below the names of the columns, or with a colon. */
const isGroup = (row: readonly TableCell[], above: readonly TableCell[]): boolean =>
  isSingle(row) &&
  row.some(
    ({ text, column, lastColumn }) =>
      text.endsWith(':') || (column === 0 && (lastColumn > 0 || above.some((cell) => cell.column > 0))),
  );

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Returns true for cells that stand above equal shares of the columns, one above each: as `Three Months Ended` above two dates. */
const areShared = (cells: readonly TableCell[], columns: number): boolean => {
  const share = columns / cells.length;
  return (
    Number.isInteger(share) &&
    share > 1 &&
    cells.every(({ column, lastColumn }, at) => column > at * share && lastColumn <= (at + 1) * share)
  );
};

/** Extends names that stand above the middle of several columns to all of them. */
const spread = (head: readonly (readonly TableCell[])[], width: number): TableCell[] =>
  head.flatMap((row, at) => {
    const names = row.filter(({ column }) => column > 0);
    const columns = width - 1;
    if (at === head.length - 1 || names.length < 2 || !areShared(names, columns)) return [...row];
    const share = columns / names.length;
    return [
      ...row.filter(({ column }) => column === 0),
      ...names.map((name, index) => ({
        ...name,
        column: 1 + index * share,
        lastColumn: (index + 1) * share,
      })),
    ];
  });

/** Returns the names of the columns. A name above several columns belongs to each of them. */
const toColumnNames = (head: readonly TableCell[], width: number): string[] => {
  const names = Array.from({ length: width }, () => '');
  for (const { text, column, lastColumn } of head)
    for (let at = column; at <= lastColumn; at++) names[at] = joined([names[at] ?? '', text]);
  return names;
};

const total = /^(?:total|sum|gesamt|summe|insgesamt|totale?|итого)(?!\p{L})/iu;

/** Puts the name of a group of rows before the labels of its rows, because a row may be read alone. A total ends its group. */
function withGroups(rows: readonly string[][]): string[][] {
  let group = '';
  return rows.map(([label = '', ...values]) => {
    const isName = values.every((value) => value === '') && label.endsWith(':');
    if (isName) group = label;
    const isTotal = total.test(label);
    const named = isName || isTotal || label === '' ? label : joined([group, label]);
    if (isTotal) group = '';
    return [named, ...values];
  });
}

/** A unit such as `(in millions)` above the labels belongs to the whole table, and does not name them. */
const unit = /^\([^()]*\)$/u;

interface TableText {
  /** The title above the names of the columns. */
  title: string;
  /** The first row has the names of the columns, and is empty if there are none. */
  rows: string[][];
}

/** Returns true for a short name above all columns but that of the labels, such as the period of all numbers. */
const isAboveValues = ({ text, column, lastColumn }: TableCell, width: number): boolean =>
  column === 1 && lastColumn === width - 1 && width > 2 && text.length <= longestName;

/** The number of rows above the names of the columns that have one cell each, which is not the label of a row. */
const titleRows = (head: readonly (readonly TableCell[])[], width: number): number => {
  const names = head.findIndex(
    (row) => !isSingle(row) || row.some((cell) => cell.column === 0 || isAboveValues(cell, width)),
  );
  return Math.max(names, 0);
};

const toRowTexts = (row: readonly TableCell[], width: number): string[] => {
  const texts = Array.from({ length: width }, () => '');
  for (const { text, column } of row)
    if (isSingle(row) && text.endsWith(':')) texts[0] = text;
    else texts[column] = joined([texts[column] ?? '', text]);
  return texts;
};

function readTable({ cells }: PdfTable): TableText {
  const width = 1 + Math.max(...cells.map(({ lastColumn }) => lastColumn));
  const rows = [...Map.groupBy(cells, ({ row }) => row)]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row);
  const first = rows[0] !== undefined && isAmounts(rows[0]) ? 0 : Math.max(rows.findIndex(isLabelledRow), 1);
  const group = rows.slice(Math.min(first, 1), first).findIndex((row, at) => isGroup(row, rows[at] ?? []));
  const end = group < 0 ? first : group + 1;
  const titles = titleRows(rows.slice(0, end), width);
  const head = spread(rows.slice(titles, end), width);
  const above = rows.slice(0, titles).flatMap((row) => row.map(({ text }) => text));
  const [label = '', ...names] = toColumnNames(head, width);
  const isUnit = unit.test(label) && names.some((name) => name !== '');
  return {
    title: joined(isUnit ? [...above, label] : above),
    rows: [
      [isUnit ? '' : label, ...names],
      ...withGroups(rows.slice(end).map((row) => toRowTexts(row, width))),
    ],
  };
}

/** Returns the blocks of a table, split like tables of other formats, after a paragraph with its title. */
export const toTableBlocks = (table: PdfTable, page: number): Block[] => {
  const { title, rows } = readTable(table);
  const [names = [], ...body] = rows;
  // A row of data may stand where names would, and is found by the rows below it.
  const hasNames = names.some((name) => name !== '') && rateHead(names, body.map(toRow)) !== undefined;
  // A name above several columns stands in each of them.
  const covers = names.map((name, at) => at > 0 && name !== '' && name === names[at - 1]);
  const grid = [{ ...toRow(names), covers, isGroup: false }, ...body.map(toRow)];
  const blocks = tableBlocks(grid, { page }, { hasNames });
  return title === '' ? blocks : [{ kind: 'paragraph', text: title, page }, ...blocks];
};
