/** The parts of a table that a cell belongs to. */
export type Part = 'title' | 'corner' | 'columnName' | 'rowName' | 'value';

export type CellKind = 'text' | 'integer' | 'grouped' | 'decimal' | 'percent' | 'date' | 'year';

/** Text of a cell as a reader sees it, with the number that a workbook stores for it. Dates are counted as workbooks do. */
export interface Content {
  text: string;
  kind: CellKind;
  number: number;
}

/** A cell with the rows and columns that it covers, counted from 0. */
export interface GridCell extends Content {
  part: Part;
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
}

/** A generated table. The truth about its cells lies in their parts. */
export interface Grid {
  /** Words that stand above the table and are no cell of it. */
  title: string | undefined;
  width: number;
  height: number;
  /** True where the format says which cells are names. */
  isMarked: boolean;
  /** True where a workbook has a blank row between the title and the table. */
  hasGap: boolean;
  cells: readonly GridCell[];
}

/** A value with the name of its column. */
export interface Statement {
  name: string;
  value: string;
}

/** A row of values with the names that it has itself. */
export interface TruthRow {
  rowNames: readonly Statement[];
  values: readonly Statement[];
}

const covers = (cell: GridCell, row: number, column: number): boolean =>
  cell.row <= row && row <= cell.lastRow && cell.column <= column && column <= cell.lastColumn;

/** Returns the names above a column from top to bottom; a name that only repeats the one above it counts once. */
const nameOfColumn = (grid: Grid, column: number, parts: readonly Part[]): string =>
  grid.cells
    .filter((cell) => parts.includes(cell.part) && cell.column <= column && column <= cell.lastColumn)
    .toSorted((one, other) => one.row - other.row)
    .map(({ text }) => text)
    .filter((text, at, all) => text !== '' && text !== all[at - 1])
    .join(' ');

/** Returns what a reader of the table knows about each row: a merged cell belongs to every row and column that it covers. */
export const truthOf = (grid: Grid): TruthRow[] => {
  const names = Array.from({ length: grid.width }, (_none, column) =>
    nameOfColumn(grid, column, ['columnName', 'corner']),
  );
  const statementsOf = (row: number, part: Part): Statement[] =>
    names.flatMap((name, column) => {
      const cell = grid.cells.find((one) => one.part === part && covers(one, row, column));
      return cell === undefined || cell.text === '' ? [] : [{ name, value: cell.text }];
    });
  return Array.from({ length: grid.height }, (_none, row) => row)
    .filter((row) => grid.cells.some((cell) => cell.part === 'rowName' && covers(cell, row, cell.column)))
    .map((row) => ({ rowNames: statementsOf(row, 'rowName'), values: statementsOf(row, 'value') }));
};

/** Returns the cells of each row that begin in it, and undefined for places that a cell from above or from the left covers. */
export const linesOf = (grid: Grid): (GridCell | undefined)[][] => {
  const lines = Array.from({ length: grid.height }, () =>
    Array.from({ length: grid.width }, (): GridCell | undefined => undefined),
  );
  for (const cell of grid.cells) {
    const line = lines[cell.row];
    if (line) line[cell.column] = cell;
  }
  return lines;
};

/** Returns the cell that covers a place. */
export const cellAt = (grid: Grid, row: number, column: number): GridCell | undefined =>
  grid.cells.find((cell) => covers(cell, row, column));

/** Returns the texts that belong to no column: titles of the table and of parts of it. */
export const titlesOf = ({ cells }: Grid): string[] =>
  cells.filter(({ part }) => part === 'title').map(({ text }) => text);
