import { isNumber } from './numbers.ts';
import { type PlacedCell, toPdfCellText } from './table.ts';

type Row = readonly PlacedCell[];

/** Baselines that are closer than this many font sizes may be of one text. */
const tightest = 1.45;

const baseline = (row: Row): number => row[0]?.pieces[0]?.words[0]?.y ?? 0;
const size = (row: Row): number => row[0]?.pieces[0]?.words[0]?.size ?? 0;

const isTight = (above: Row, below: Row): boolean =>
  baseline(above) - baseline(below) <= tightest * Math.max(size(above), size(below));

const isSingle = ({ column, lastColumn }: PlacedCell): boolean => column === lastColumn;

/** Returns true for a line that goes on with the text of a cell above it: alone, and without a capital at its beginning. */
const continues = (above: Row, below: Row): boolean => {
  const [cell] = below;
  return (
    below.length === 1 &&
    cell !== undefined &&
    isTight(above, below) &&
    above.some(({ column }) => column === cell.column) &&
    /^[\p{Ll}(]/u.test(toPdfCellText(cell))
  );
};

/** Returns true for two lines of the names of columns. */
const isOneHead = (above: Row, below: Row, first: number): boolean =>
  isTight(above, below) &&
  [...above, ...below].every((cell) => isSingle(cell) && !isNumber(toPdfCellText(cell))) &&
  below.some(({ column }) => column > first);

const joined = (above: Row, below: Row): PlacedCell[] => {
  const row = above[0]?.row ?? 0;
  const cells = new Map(above.map((cell) => [cell.column, { ...cell }]));
  for (const cell of below) {
    const other = cells.get(cell.column);
    if (other) other.pieces = [...other.pieces, ...cell.pieces];
    else cells.set(cell.column, { ...cell, row, lastRow: row });
  }
  return [...cells.values()];
};

/** Joins lines that are one row: the names of columns on several lines, and labels that go on below. */
export function joinWrapped(cells: readonly PlacedCell[]): PlacedCell[] {
  const first = Math.min(...cells.map(({ column }) => column));
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const result: PlacedCell[][] = [];
  let isHead = true;
  for (const row of rows) {
    const above = result.at(-1);
    if (row.some((cell) => cell.column > first && isNumber(toPdfCellText(cell)))) isHead = false;
    if (above && (continues(above, row) || (isHead && isOneHead(above, row, first))))
      result[result.length - 1] = joined(above, row);
    else result.push([...row]);
  }
  return result.flat();
}
