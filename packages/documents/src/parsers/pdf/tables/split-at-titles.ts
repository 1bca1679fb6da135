import { isNumber } from './numbers.ts';
import { type PlacedCell, toPdfCellText } from './table.ts';

type Row = readonly PlacedCell[];

/** A cell across a whole table with more characters is text between two tables, which a line below it encloses. */
export const longestTitle = 200;

/** Returns true for the names of columns: no label before them, and no numbers among them, or the names of the table above again. */
const isHead = (row: Row, table: readonly Row[], first: number): boolean => {
  const rest = row.filter(({ column }) => column > first);
  const names = rest.map(toPdfCellText);
  if (names.length === 0 || names.some(isNumber)) return false;
  return (
    rest.length === row.length ||
    table.slice(0, 2).some((head) => head.map(toPdfCellText).join('|') === row.map(toPdfCellText).join('|'))
  );
};

const hasNumbers = (rows: readonly Row[], first: number): boolean =>
  rows.some((row) => row.some((cell) => cell.column > first && isNumber(toPdfCellText(cell))));

/** Leaves out rows of one cell below the last row of numbers: notes and the foot of the page, which name no rows. */
const withoutFoot = (table: readonly Row[], isTitle: (row: Row) => boolean, first: number): readonly Row[] =>
  hasNumbers(table, first) ? table.slice(0, table.findLastIndex((row) => !isTitle(row)) + 1) : table;

/**
 * Splits a table at rows of one cell across its whole width. Such a row is a title when nothing stands above it, and the title of another
 * table when rows of numbers stand above it and names of columns follow. Titles and long texts are left out. Any other such row names the
 * group of rows below it, and stays.
 */
export function splitAtTitles(cells: readonly PlacedCell[]): PlacedCell[][] {
  const last = Math.max(...cells.map(({ lastColumn }) => lastColumn), 0);
  const first = Math.min(...cells.map(({ column }) => column), last);
  const isTitle = (row: Row): boolean =>
    row.length === 1 &&
    row.every(({ column, lastColumn }) => column === first && lastColumn === last && last > first);
  const rows = [...Map.groupBy(cells, ({ row }) => row)]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row);
  const tables: Row[][] = [[]];
  for (const [at, row] of rows.entries()) {
    const table = tables.at(-1) ?? [];
    const next = rows[at + 1];
    if (!isTitle(row)) table.push(row);
    else if (row.some((cell) => toPdfCellText(cell).length > longestTitle)) tables.push([]);
    else if (next && isHead(next, table, first) && hasNumbers(table, first)) tables.push([]);
    else if (table.length > 0) table.push(row);
  }
  return tables.map((table) => withoutFoot(table, isTitle, first).flat());
}
