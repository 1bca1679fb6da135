import type { Block } from '../../../block.ts';
import { hasValues, rateHead } from '../../../tables/find-head.ts';
import { type Row, type SpanCell, toGrid } from '../../../tables/grid.ts';
import { readTable, toRow } from '../../../tables/table-blocks.ts';
import type { Box } from './geometry.ts';
import { isNumber } from './numbers.ts';
import type { PdfTable, TableCell } from './table.ts';

/** A longer text above the columns is a title, and not a part of their names. */
const longestName = 45;
const year = /^(?:1[6-9]|20)\p{N}{2}$/u;

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
const spread = (head: readonly (readonly TableCell[])[], width: number): TableCell[][] =>
  head.map((row, at) => {
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

const total = /^(?:total|sum|gesamt|summe|insgesamt|totale?|итого)(?!\p{L})/iu;

/** Returns true for a short name above all columns but that of the labels, such as the period of all numbers. */
const isAboveValues = ({ text, column, lastColumn, isMerged }: TableCell, width: number): boolean =>
  (column === 1 || (column > 1 && isMerged === true)) &&
  lastColumn === width - 1 &&
  lastColumn > column &&
  text.length <= longestName;

/** Returns the names of the columns. A name above several columns belongs to each of them. */
const toColumnNames = (head: readonly TableCell[], width: number): string[] => {
  const names = Array.from({ length: width }, () => '');
  for (const { text, column, lastColumn } of head)
    for (let at = column; at <= lastColumn; at++) names[at] = joined([names[at] ?? '', text]);
  return names;
};

/** Puts the name of a group of rows before the labels of its rows, because a row may be read alone. A total ends its group. */
function withGroups(rows: readonly (readonly TableCell[])[]): TableCell[][] {
  let group = '';
  return rows.map((row) => {
    const label = row.find(({ column }) => column === 0)?.text ?? '';
    const isName = isSingle(row) && label.endsWith(':');
    if (isName) group = label;
    const isTotal = total.test(label);
    const isNamed = !isName && !isTotal && group !== '';
    if (isTotal) group = '';
    return row.map((cell) =>
      isNamed && cell.column === 0 ? { ...cell, text: joined([group, cell.text]) } : cell,
    );
  });
}

/** A unit such as `(in millions)` above the labels belongs to the whole table, and does not name them. */
const unit = /^\([^()]*\)$/u;

/** The number of rows above the names of the columns that have one cell each, which is not the label of a row. */
const titleRows = (head: readonly (readonly TableCell[])[], width: number): number => {
  const names = head.findIndex(
    (row) => !isSingle(row) || row.some((cell) => cell.column === 0 || isAboveValues(cell, width)),
  );
  return Math.max(names, 0);
};

const countCovered = (cell: TableCell | undefined, isHead: boolean): { rows: number; columns: number } => ({
  rows: cell?.isMerged ? cell.lastRow - cell.row + 1 : 1,
  columns: cell && (isHead || cell.isMerged) ? cell.lastColumn - cell.column + 1 : 1,
});

/** Returns the cells of a row for the grid, with the columns that each covers if `isHead` is set or lines show it, and empty cells between them. */
function toSpanCells(row: readonly TableCell[], free: readonly number[], isHead: boolean): SpanCell[] {
  // A row of one cell is a title or names a group of rows, and no value of a column.
  const begun = isSingle(row)
    ? new Map([[row[0]?.text.endsWith(':') ? 0 : (row[0]?.column ?? 0), row]])
    : Map.groupBy(row, ({ column }) => column);
  const cells: SpanCell[] = [];
  for (let at = 0; at < free.length; ) {
    const column = free[at] ?? 0;
    const own = begun.get(column) ?? [];
    const covered = countCovered(isSingle(row) ? undefined : own[0], isHead);
    const isFree = (next: number): boolean => free[at + next] === column + next && !begun.has(column + next);
    let columnSpan = 1;
    while (columnSpan < covered.columns && isFree(columnSpan)) columnSpan++;
    cells.push({ text: joined(own.map(({ text }) => text)), columnSpan, rowSpan: covered.rows });
    at += columnSpan;
  }
  return cells;
}

const toRowTexts = (row: readonly TableCell[], width: number): string[] => {
  const texts = Array.from({ length: width }, () => '');
  for (const { text, column } of row)
    if (isSingle(row) && text.endsWith(':')) texts[0] = text;
    else texts[column] = joined([texts[column] ?? '', text]);
  return texts;
};

/**
 * Turns rows into the grid of all formats. The first `heads` rows may have the names of the columns. Where no lines show merged cells, each text
 * stands in one column.
 */
function toRows(rows: readonly (readonly TableCell[])[], width: number, heads: number): Row[] {
  if (!rows.some((row) => row.some(({ isMerged }) => isMerged)))
    return rows.map((row) => toRow(toRowTexts(row, width)));
  const open = Array.from({ length: width }, () => 0);
  return toGrid(
    rows.map((row, at) => {
      const free = open.flatMap((left, column) => (left > 0 ? [] : [column]));
      const cells = toSpanCells(row, free, at < heads);
      for (const [column, left] of open.entries()) open[column] = Math.max(0, left - 1);
      let next = 0;
      for (const { rowSpan = 1, columnSpan = 1 } of cells)
        for (let covered = 0; covered < columnSpan; covered++) open[free[next++] ?? 0] = rowSpan - 1;
      return cells;
    }),
  );
}

interface TableText {
  /** The title above the names of the columns. */
  title: string;
  rows: Row[];
  /** True where the first row has the names of the columns. */
  hasNames: boolean;
}

/**
 * Returns the names of the columns from the rows above the first one with a label and a number, unless the rows below speak against them: then
 * they are found as in all tables.
 */
function nameColumns(
  head: readonly (readonly TableCell[])[],
  body: readonly Row[],
  width: number,
): Row | undefined {
  const cells = toColumnNames(spread(head, width).flat(), width);
  const isData = head.some((row) => hasValues(toRow(toRowTexts(row, width)), body));
  if (isData || cells.every((name) => name === '')) return undefined;
  // The lowest name of a column says what its values are.
  const lowest = cells.map(
    (_name, at) =>
      head.findLast((row) => row.some((cell) => isAbove(cell, at)))?.find((cell) => isAbove(cell, at))
        ?.text ?? '',
  );
  if (rateHead(cells, body) === undefined && rateHead(lowest, body) === undefined) return undefined;
  // A name above several columns stands in each of them.
  return { cells, covers: cells.map((name, at) => at > 0 && name !== '' && name === cells[at - 1]) };
}

const isAbove = ({ column, lastColumn }: TableCell, at: number): boolean => column <= at && at <= lastColumn;

/** The rows of names in a table without numbers: those that merged cells of the first row cover, the one below names of several columns, and those without a label. */
const countNames = (rows: readonly (readonly TableCell[])[]): number => {
  let count = 1;
  for (const [at, row] of rows.slice(0, mostNames).entries()) {
    if (at >= count || isSingle(row)) break;
    const merged = row.filter(({ isMerged }) => isMerged);
    const isWide = merged.some(({ column, lastColumn }) => column > 0 && lastColumn > column);
    const isAboveNames = rows[at + 1]?.some(({ column }) => column === 0) === false;
    if (isWide || isAboveNames)
      count = Math.min(Math.max(count, at + 2, ...merged.map(({ lastRow }) => lastRow + 1)), mostNames);
  }
  return count;
};
/** Names of columns stand in at most so many rows. */
const mostNames = 3;

function readTableText({ cells }: PdfTable): TableText {
  const width = 1 + Math.max(...cells.map(({ lastColumn }) => lastColumn));
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const rows = Array.from({ length: 1 + Math.max(...byRow.keys()) }, (_none, at) => byRow.get(at) ?? []);
  const labelled = rows.findIndex(isLabelledRow);
  const namesEnd = labelled < 0 ? countNames(rows) : Math.max(labelled, 1);
  const first = rows[0] !== undefined && isAmounts(rows[0]) ? 0 : namesEnd;
  const group = rows.slice(Math.min(first, 1), first).findIndex((row, at) => isGroup(row, rows[at] ?? []));
  const end = group < 0 ? first : group + 1;
  const titles = titleRows(rows.slice(0, end), width);
  const head = rows.slice(titles, end);
  const above = rows.slice(0, titles).flatMap((row) => row.map(({ text }) => text));
  const body = withGroups(rows.slice(end));
  const [labels, ...others] = head.flat().filter(({ column }) => column === 0);
  const isUnit =
    labels !== undefined && others.length === 0 && unit.test(labels.text) && head.flat().length > 1;
  const names = isUnit ? head.map((row) => row.filter((cell) => cell !== labels)) : head;
  const below = toRows(body, width, 0);
  const named = nameColumns(names, below, width);
  return {
    title: joined(isUnit ? [...above, labels.text] : above),
    rows: named ? [named, ...below] : toRows([...names, ...body], width, names.length),
    hasNames: named !== undefined,
  };
}

/** A table that may go on on the next page. */
export interface OpenTable {
  page: number;
  box: Box;
  width: number;
  names: readonly string[];
}

/** Two parts of a table have this share of their width in common. */
const common = 0.8;

/** Returns true for a table that stands where one of the page before does, with as many columns. */
const isBelow = (before: OpenTable, { page, box, width }: OpenTable): boolean =>
  page === before.page + 1 &&
  width === before.width &&
  Math.min(box.right, before.box.right) - Math.max(box.left, before.box.left) >=
    common * Math.max(box.right - box.left, before.box.right - before.box.left);

/**
 * Returns the blocks of a table, split like tables of other formats, after a paragraph with its title. `before` is the table at the end of the
 * page before, whose names it has where it goes on with it, under the same names again or under none.
 */
export function readPdfTable(
  table: PdfTable,
  page: number,
  before?: OpenTable,
): { blocks: Block[]; open: OpenTable } {
  const { title, rows, hasNames } = readTableText(table);
  const open = { page, box: table.box, width: Math.max(...rows.map(({ cells }) => cells.length)), names: [] };
  const isRepeated = hasNames && before?.names.join('\n') === rows[0]?.cells.join('\n');
  const goesOn =
    before !== undefined && isBelow(before, open) && before.names.length > 0 && (isRepeated || !hasNames);
  const { blocks, names } = goesOn
    ? readTable(isRepeated ? rows.slice(1) : rows, { page }, { names: before.names })
    : readTable(rows, { page }, { hasNames });
  return {
    blocks: title === '' ? blocks : [{ kind: 'paragraph', text: title, page }, ...blocks],
    open: { ...open, names },
  };
}
