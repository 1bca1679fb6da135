import type { Column } from './columns.ts';
import { isNumber } from './numbers.ts';
import { type PlacedCell, toPdfCellText } from './table.ts';

type Row = readonly PlacedCell[];

/** Names may lie beside the middle of their columns, or beside an edge of one, by so many font sizes. Nearer middles are the same. */
const nearest = { middle: 0.6, edge: 0.3, exact: 0.2 };
const mostRows = 4;

interface Range {
  first: number;
  last: number;
}

const findLeft = ({ pieces }: PlacedCell): number => Math.min(...pieces.map(({ left }) => left));
const findRight = ({ pieces }: PlacedCell): number => Math.max(...pieces.map(({ right }) => right));
const findSize = ({ pieces }: PlacedCell): number => pieces[0]?.words[0]?.size ?? 0;

/** The distance from the middle of a name to the middle of columns. */
const distanceFrom = (cell: PlacedCell, { first, last }: Range, columns: readonly Column[]): number => {
  const [left, right] = [columns[first]?.left ?? 0, columns[last]?.right ?? 0];
  return Math.abs((findLeft(cell) + findRight(cell) - left - right) / 2);
};

/** A name that begins or ends with its column stands above this column alone. */
const isAtEdge = (cell: PlacedCell, columns: readonly Column[]): boolean => {
  const column = columns[cell.column];
  if (column === undefined || cell.column !== cell.lastColumn) return false;
  const [left, right] = [findLeft(cell) - column.left, findRight(cell) - column.right];
  return Math.min(Math.abs(left), Math.abs(right)) <= nearest.edge * findSize(cell);
};

/** Returns the ranges of columns about a cell that have names below it, and no other name beside it. */
const rangesAbout = (cell: PlacedCell, row: Row, isNamed: (column: number) => boolean): Range[] => {
  const isFree = (column: number): boolean =>
    isNamed(column) &&
    !row.some((other) => other !== cell && other.column <= column && column <= other.lastColumn);
  const ranges: Range[] = [];
  for (let first = cell.column; first === cell.column || isFree(first); first--)
    for (let last = cell.lastColumn; last === cell.lastColumn || isFree(last); last++)
      ranges.push({ first, last });
  return ranges;
};

const spreadCell = (
  cell: PlacedCell,
  row: Row,
  columns: readonly Column[],
  isNamed: (column: number) => boolean,
): PlacedCell => {
  if (!isNamed(cell.column)) return cell;
  const size = findSize(cell);
  const ranges = rangesAbout(cell, row, isNamed).map((range) => ({
    ...range,
    distance: Math.max(nearest.exact * size, distanceFrom(cell, range, columns)),
  }));
  const own = ranges.find(({ first, last }) => first === cell.column && last === cell.lastColumn);
  // Of ranges with the same middle, the widest leaves no column without a name.
  const [best] = ranges.toSorted(
    (one, other) => one.distance - other.distance || other.last - other.first - (one.last - one.first),
  );
  const most = isAtEdge(cell, columns) ? nearest.exact : nearest.middle;
  return best === undefined || best.distance > most * size || best.distance > (own?.distance ?? 0)
    ? cell
    : { ...cell, column: best.first, lastColumn: best.last };
};

/** Years stand above numbers, and look like them. */
const isYear = (text: string): boolean => /^(?:19|20)\p{N}{2}$/u.test(text);

/** The rows above the first one with a number beside its label, or among words, above the second one with a label. */
const countHead = (rows: readonly Row[], first: number): number => {
  const numbered = rows.findIndex((row) =>
    row.some((cell) => {
      const text = toPdfCellText(cell);
      return cell.column > first && isNumber(text) && !isYear(text);
    }),
  );
  return numbered >= 0
    ? numbered
    : rows.findIndex((row, at) => at > 0 && row.some(({ column }) => column === first));
};

/** The columns with the names directly above their values, which may be wider than these. */
const withNames = (columns: readonly Column[], cells: readonly PlacedCell[]): Column[] =>
  columns.map(({ left, right }, at) => {
    const own = cells.filter(({ column, lastColumn }) => column === at && lastColumn === at);
    return { left: Math.min(left, ...own.map(findLeft)), right: Math.max(right, ...own.map(findRight)) };
  });

/**
 * Extends names that stand above the middle of several columns to all of them, where each of these has a name of its own below. No line shows how
 * far such a name goes.
 */
export function spreadNames(cells: readonly PlacedCell[], columns: readonly Column[]): PlacedCell[] {
  const first = Math.min(...cells.map(({ column }) => column));
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const count = countHead(rows, first);
  if (count < 2 || count > mostRows) return [...cells];
  const wide = withNames(columns, rows.slice(count - 1).flat());
  return rows.flatMap((row, at) => {
    if (at >= count - 1) return row;
    const below = rows.slice(at + 1, count).flat();
    const isNamed = (column: number): boolean =>
      column > first && below.some((cell) => cell.column <= column && column <= cell.lastColumn);
    return row.map((cell) => spreadCell(cell, row, wide, isNamed));
  });
}
