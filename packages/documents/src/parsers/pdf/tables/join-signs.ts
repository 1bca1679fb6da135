import { type PlacedCell, toPdfCellText } from './table.ts';

const before = /^[$€£¥]$/u;
const after = /^[)%]+$/u;

const isSingle = ({ column, lastColumn }: PlacedCell): boolean => column === lastColumn;

/** Returns the columns of which every cell is a sign. */
const findSignColumns = (cells: readonly PlacedCell[], sign: RegExp): Set<number> =>
  new Set(
    [...Map.groupBy(cells.filter(isSingle), ({ column }) => column)]
      .filter(([, column]) => column.every((cell) => sign.test(toPdfCellText(cell))))
      .map(([column]) => column),
  );

/** Joins the signs of currencies and percentages, which financial statements set in columns of their own, with their numbers. */
export function joinSigns(cells: readonly PlacedCell[]): PlacedCell[] {
  const first = findSignColumns(cells, before);
  const last = findSignColumns(cells, after);
  if (first.size + last.size === 0) return [...cells];
  const moved = cells.map((cell): PlacedCell => {
    const { column, lastColumn } = cell;
    if (isSingle(cell) && last.has(column)) return { ...cell, column: column - 1, lastColumn: column - 1 };
    if (isSingle(cell) && first.has(column)) return { ...cell, column: column + 1, lastColumn: column + 1 };
    return {
      ...cell,
      column: first.has(column) ? column + 1 : column,
      lastColumn: last.has(lastColumn) ? lastColumn - 1 : lastColumn,
    };
  });
  const places = Map.groupBy(moved, ({ row, column }) => `${row} ${column}`);
  return [...places.values()].flatMap(([cell, ...others]) =>
    cell === undefined
      ? []
      : {
          ...cell,
          lastColumn: Math.max(cell.lastColumn, ...others.map(({ lastColumn }) => lastColumn)),
          pieces: [cell, ...others].flatMap(({ pieces }) => pieces),
        },
  );
}
