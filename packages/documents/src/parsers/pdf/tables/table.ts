import type { Box } from './geometry.ts';
import { boxAroundWords, joinPieces, type Piece } from './words.ts';

/** A cell with the rows and columns that it covers, counted from 0. */
export interface TableCell {
  text: string;
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
  /** True where lines enclose all rows and columns of the cell, and none divides it. */
  isMerged?: true;
}

/** A table of a page, with the items of text that it consists of. */
export interface PdfTable {
  box: Box;
  cells: readonly TableCell[];
  items: ReadonlySet<number>;
}

/** A cell while its table is being found. */
export interface PlacedCell extends Omit<TableCell, 'text'> {
  pieces: readonly Piece[];
}

const texts = new WeakMap<readonly Piece[], string>();

/** The text of a cell, which is asked for many times while its table is being found. */
export const toPdfCellText = ({ pieces }: PlacedCell): string => {
  const known = texts.get(pieces);
  if (known !== undefined) return known;
  const text = joinPieces(pieces);
  texts.set(pieces, text);
  return text;
};

const computeRanks = (values: readonly number[]): Map<number, number> =>
  new Map([...new Set(values)].toSorted((one, other) => one - other).map((value, rank) => [value, rank]));

/** The rank of the last used value that is at most as high. */
const rankUpTo = (ranks: ReadonlyMap<number, number>, most: number, least: number): number => {
  for (let value = most; value > least; value--) {
    const rank = ranks.get(value);
    if (rank !== undefined) return rank;
  }
  return ranks.get(least) ?? 0;
};

/** Numbers rows and columns without gaps, and joins the text of each cell. */
export function tableFrom(placed: readonly PlacedCell[]): PdfTable {
  const rows = computeRanks(placed.map(({ row }) => row));
  const columns = computeRanks(placed.map(({ column }) => column));
  const words = placed.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  return {
    box: boxAroundWords(words),
    cells: placed.map((cell) => ({
      text: toPdfCellText(cell),
      row: rows.get(cell.row) ?? 0,
      lastRow: rankUpTo(rows, cell.lastRow, cell.row),
      column: columns.get(cell.column) ?? 0,
      lastColumn: rankUpTo(columns, cell.lastColumn, cell.column),
      ...(cell.isMerged ? { isMerged: true as const } : {}),
    })),
    items: new Set(words.map(({ item }) => item)),
  };
}

/** Returns true for at least two rows and two columns with text: less are boxes around text. */
export const isTable = (placed: readonly PlacedCell[]): boolean =>
  new Set(placed.map(({ row }) => row)).size >= 2 && new Set(placed.map(({ column }) => column)).size >= 2;
