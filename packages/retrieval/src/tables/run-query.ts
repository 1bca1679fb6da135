import { hasText } from '@atelier/contracts/fields/find-text';
import { aggregate } from './aggregate-rows.ts';
import { Columns } from './columns.ts';
import type { Row, Table } from './read-tables.ts';
import type { ColumnValues } from './read-values.ts';
import { type Condition, mostShown, type TableQuery } from './table-query.ts';
import { fold, type Placed, type TableResult, toSpans } from './table-result.ts';

const signs = { lt: [-1], lte: [-1, 0], gt: [1], gte: [1, 0] } as const;

const isOrder = (comparison: string): comparison is keyof typeof signs => comparison in signs;

/** Returns the check of a condition for a row and its position. */
const createRowCheck = (columns: Columns, { column, comparison, values }: Condition) => {
  const at = columns.columnIndexFor(column);
  const own = columns.columnValuesFor(at);
  const folded = values.map(fold);
  const numbers = values.map(own.read);
  const isAny = (cell: string, value: number | undefined): boolean =>
    folded.includes(cell) || (value !== undefined && numbers.includes(value));
  return ({ cells }: Row, place: number): boolean => {
    const cell = fold(cells[at] ?? '');
    const value = own.values[place];
    if (comparison === 'empty') return cell === '';
    if (comparison === 'filled') return cell !== '';
    if (comparison === 'contains') return folded.some((text) => hasText(cell, text));
    if (comparison === 'ne') return !isAny(cell, value);
    if (!isOrder(comparison)) return isAny(cell, value);
    const [limit] = numbers;
    if (limit === undefined || value === undefined) return false;
    return (signs[comparison] as readonly number[]).includes(Math.sign(value - limit));
  };
};

const select = (table: Table, columns: Columns, where: readonly Condition[]): Placed[] => {
  const checks = where.map((condition) => createRowCheck(columns, condition));
  return table.rows.flatMap((row, place) =>
    checks.every((check) => check(row, place)) ? [{ row, place }] : [],
  );
};

/** Compares rows by a column: numbers and dates by their value, before texts; rows without a value come last. */
const orderRows = (
  placed: Placed[],
  at: number,
  { kind, values }: ColumnValues,
  descending: boolean,
): void => {
  const sign = descending ? -1 : 1;
  const collator = new Intl.Collator('en', { numeric: true });
  placed.sort((one, other) => {
    if (kind === 'text') {
      const [a = '', b = ''] = [one.row.cells[at], other.row.cells[at]];
      return a === '' || b === '' ? Number(a === '') - Number(b === '') : sign * collator.compare(a, b);
    }
    const [a, b] = [values[one.place], values[other.place]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * (a - b);
  });
};

const showRows = (table: Table, columns: Columns, query: TableQuery, placed: Placed[]): TableResult => {
  const names = query.select.length > 0 ? query.select : table.columns;
  const places = names.slice(0, mostShown.columns).map((name) => columns.columnIndexFor(name));
  const { column = null, descending = false } = query.orderBy ?? {};
  if (column !== null) {
    const at = columns.columnIndexFor(column);
    orderRows(placed, at, columns.columnValuesFor(at), descending);
  }
  const shown = placed.slice(0, Math.min(query.limit, mostShown.rows));
  return {
    columns: places.map((at) => table.columns[at] ?? ''),
    rows: shown.map((each) => ({
      cells: places.map((at) => each.row.cells[at] ?? ''),
      spans: toSpans([each]),
    })),
    count: placed.length,
    matched: placed.length,
    leftOut: 0,
  };
};

/** Answers a query from a table. Throws `UnknownColumn`. */
export const runQuery = (table: Table, query: TableQuery, columns = new Columns(table)): TableResult => {
  const placed = select(table, columns, query.where);
  return query.aggregate === null
    ? showRows(table, columns, query, placed)
    : aggregate(table, columns, query, placed);
};
