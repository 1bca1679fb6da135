import { singleLine } from '../clean-text.ts';

/** A cell as a format writes it. A merged cell stands once, with the rows and columns that it covers. */
export interface SpanCell {
  text: string;
  rowSpan?: number | undefined;
  columnSpan?: number | undefined;
  /** True where the format marks the cell as one of a header row. */
  isHead?: boolean | undefined;
  /** True where its letters are bold, its ground is coloured or the format calls it the name of a row. */
  isMarked?: boolean | undefined;
}

/** A row of a grid. A merged value stands in each cell that it covers. */
export interface Row {
  cells: readonly string[];
  /** True where all values of the row are marked as names of columns. */
  isHead?: boolean;
  /** True for the first line of a format whose files usually name their columns there. */
  isUsuallyHead?: boolean;
  /** True for a row with one value, which may cover several columns. */
  isLone?: boolean;
  /** True for values that cover several columns, but not the first one alone: names of columns stand below them. */
  isGroup?: boolean;
  /** True for each cell that has the value of its left neighbour, because one cell covers both. */
  covers?: readonly boolean[];
  /** True for each cell with bold letters or a coloured ground, where the format tells. */
  marks?: readonly boolean[];
  /** The number of rows that the tallest value begun here covers. */
  height?: number;
}

/** Values of merged cells that a grid repeats; more are written once. A page may claim spans without end. */
const most = { repeated: 200_000, columns: 1000 };

/** A value that reaches into rows below. */
interface Open {
  text: string;
  isHead: boolean;
  isMarked: boolean;
  left: number;
  right: number;
  rows: number;
}

interface Placed {
  text: string;
  left: number;
  right: number;
  isHead: boolean;
  isMarked: boolean;
  rows: number;
}

const toRow = (placed: readonly Placed[], width: number): Row => {
  const cells = Array.from({ length: width }, () => '');
  const covers = cells.map(() => false);
  const marks = cells.map(() => false);
  for (const { text, left, right, isMarked } of placed) {
    marks.fill(isMarked, left, right);
    cells.fill(text, left, right);
    covers.fill(true, left + 1, right);
  }
  const filled = placed.filter(({ text }) => text !== '');
  const isLone = filled.length === 1;
  return {
    cells,
    covers,
    marks,
    isLone,
    isHead: filled.length > 0 && filled.every(({ isHead }) => isHead),
    isGroup: filled.some(({ left, right }) => right - left > 1 && (!isLone || left > 0)),
    height: Math.max(1, ...filled.map(({ rows }) => rows)),
  };
};

/** The rows and columns that a cell covers, among those that are free, and within what a grid repeats. */
const measure = (
  { rowSpan = 1, columnSpan = 1 }: SpanCell,
  free: { rows: number; columns: number },
  room: number,
) => {
  const columns = Math.max(1, Math.min(columnSpan, most.columns, free.columns));
  const rows = Math.max(1, rowSpan === 0 ? free.rows : Math.min(rowSpan, free.rows));
  return columns * rows - 1 <= room ? { columns, rows } : { columns: 1, rows: 1 };
};

interface PlacedRow {
  begun: Placed[];
  /** The number of values that may still be repeated. */
  room: number;
}

/** Puts the cells of a row into its free columns, between those that reach into it from above. */
const placeCells = (
  cells: readonly SpanCell[],
  open: readonly Open[],
  rowsLeft: number,
  room: number,
): PlacedRow => {
  const taken = open.toSorted((one, other) => one.left - other.left);
  const begun: Placed[] = [];
  let column = 0;
  let left = room;
  for (const cell of cells) {
    for (const one of taken) if (column >= one.left && column < one.right) column = one.right;
    const next = taken.find((one) => one.left > column)?.left ?? Number.POSITIVE_INFINITY;
    const { rows, columns } = measure(cell, { rows: rowsLeft, columns: next - column }, left);
    left -= columns * rows - 1;
    const right = column + columns;
    const isHead = cell.isHead === true;
    const text = singleLine(cell.text);
    begun.push({ text, left: column, right, isHead, isMarked: isHead || cell.isMarked === true, rows });
    column = right;
  }
  return { begun, room: left };
};

/**
 * Turns rows of cells with spans into a grid, as browsers do: a cell takes the next free column, and what reaches down from a row above takes
 * its columns first. Every covered cell has the value.
 */
export function toGrid(rows: readonly (readonly SpanCell[])[]): Row[] {
  let open: Open[] = [];
  let room: number = most.repeated;
  return rows.map((cells, at) => {
    const placed = placeCells(cells, open, rows.length - at, room);
    room = placed.room;
    const row = [...open.map((one): Placed => ({ ...one, rows: 1 })), ...placed.begun];
    open = [...open, ...placed.begun]
      .map((one) => ({ ...one, rows: one.rows - 1 }))
      .filter((one) => one.rows > 0);
    return toRow(row, Math.max(0, ...row.map(({ right }) => right)));
  });
}
