import { addHead } from './add-head.ts';
import { detectColumns } from './columns.ts';
import { type Box, clusters, isInside, nearestIndex } from './geometry.ts';
import type { Grid } from './grid.ts';
import { joinSigns } from './join-signs.ts';
import { joinWrapped } from './join-wrapped.ts';
import { isNumber } from './numbers.ts';
import { longestTitle, splitAtTitles } from './split-at-titles.ts';
import { isTable, type PdfTable, type PlacedCell, tableFrom } from './table.ts';
import { groupIntoLines, type Piece, type TextLine, type Word } from './words.ts';

/** Columns that white space alone separates inside a column of the grid need this many lines with several pieces. */
const leastLines = 3;
/** Sides of cells are means of lines that are at most this far apart. */
const bandEdge = 2;
/** Lines are rows of their own if their pieces are at most this long on average. */
const longestEntry = 20;

/** A cell of a grid by the indexes of its sides, with its lines of text. */
interface Filled {
  top: number;
  bottom: number;
  left: number;
  right: number;
  lines: readonly TextLine[];
}

const computeWordCenter = ({ left, right, y, size }: Word): readonly [number, number] => [
  (left + right) / 2,
  y + 0.3 * size,
];

interface Sides {
  xs: readonly number[];
  /** From the top of the table to its bottom. */
  ys: readonly number[];
}

type Band = readonly Word[];

/** Puts words into the bands between neighbouring horizontal sides. */
const splitBands = (words: readonly Word[], { ys }: Sides): Band[] =>
  ys.slice(1).map((bottom, at) =>
    words.filter((word) => {
      const [, y] = computeWordCenter(word);
      return y >= bottom - bandEdge && y <= (ys[at] ?? bottom) + bandEdge;
    }),
  );

const fill = (cell: Box, bands: readonly Band[], { xs, ys }: Sides): Filled => {
  const [top, bottom] = [nearestIndex(ys, cell.top), nearestIndex(ys, cell.bottom)];
  const near = bottom - top === 1 ? (bands[top] ?? []) : [...new Set(bands.slice(top, bottom).flat())];
  return {
    ...{ top, bottom },
    left: nearestIndex(xs, cell.left),
    right: nearestIndex(xs, cell.right),
    lines: groupIntoLines(near.filter((word) => isInside(cell, ...computeWordCenter(word)))),
  };
};

/** Returns the sides without those beside which no word stands, because headings are often drawn in boxes that are a little smaller. */
function sidesOfWords(xs: readonly number[], words: readonly Word[]): number[] {
  const kept: number[] = [];
  for (const [at, x] of xs.entries()) {
    const before = kept.at(-1);
    const isFilled =
      before === undefined ||
      words.some((word) => {
        const [middle] = computeWordCenter(word);
        return middle > before && middle < x;
      });
    if (isFilled) kept.push(x);
    else if (at === xs.length - 1) kept[kept.length - 1] = x;
  }
  return kept;
}

/** Returns the sides of columns, also of those that only white space separates. */
function refinedSides(cells: readonly Filled[], xs: readonly number[]): number[] {
  return xs.flatMap((x, at) => {
    const lines = cells.flatMap(({ left, right, lines: own }) =>
      left === at && right === at + 1 ? own : [],
    );
    const several = lines.filter(({ pieces }) => pieces.length >= 2).length;
    if (several < leastLines || several < 0.5 * lines.length) return [x];
    const columns = detectColumns(lines);
    return [x, ...columns.slice(1).map(({ left }, index) => ((columns[index]?.right ?? left) + left) / 2)];
  });
}

/** The columns that a range covers: those of which it holds more than a little. */
function columnsUnder({ left, right }: Piece, sides: readonly number[]): { first: number; last: number } {
  const parts = sides.slice(1).map((side, at) => Math.min(right, side) - Math.max(left, sides[at] ?? side));
  const covered = parts.flatMap((part, at) => (part > 0.1 * (right - left) ? [at] : []));
  const best = parts.indexOf(Math.max(...parts));
  return { first: covered[0] ?? best, last: covered.at(-1) ?? best };
}

interface Entry {
  piece: Piece;
  y: number;
  row: number;
  lastRow: number;
  column: number;
  lastColumn: number;
  isMerged?: true;
}

/** Returns true for paragraphs in a cell, and not for the rows of a table that one frame encloses. */
const isText = ({ lines }: Filled): boolean => {
  const single = lines.filter(({ pieces }) => pieces.length === 1).length;
  const characters = lines.flatMap(({ pieces }) => pieces).reduce((sum, { text }) => sum + text.length, 0);
  return characters > longestTitle && single > 0.5 * lines.length;
};

/** Gives each piece of a cell its columns. Pieces that stand in one column each are cells of their own. */
function toTableEntries(cell: Filled, { xs }: Sides, sides: readonly number[]): Entry[] {
  const rows = { row: cell.top, lastRow: cell.bottom - 1 };
  const whole = {
    column: nearestIndex(sides, xs[cell.left] ?? 0),
    lastColumn: nearestIndex(sides, xs[cell.right] ?? 0) - 1,
  };
  const isParagraph = isText(cell);
  const isMerged = cell.right - cell.left > 1 || cell.bottom - cell.top > 1;
  const merged = isMerged ? { isMerged: true as const } : {};
  return cell.lines.flatMap(({ y, pieces }) => {
    const spans = pieces.map((piece) => columnsUnder(piece, sides));
    const isApart =
      !isParagraph &&
      pieces.length >= 2 &&
      spans.every(({ first, last }, at) => first === last && first > (spans[at - 1]?.last ?? -1));
    return pieces.map((piece, at): Entry => {
      const span = spans[at];
      return isApart && span
        ? { piece, y, ...rows, column: span.first, lastColumn: span.last }
        : { piece, y, ...rows, ...whole, ...merged };
    });
  });
}

/** Returns the baselines of a row of the grid if each of them is a row of its own, as in tables whose lines separate groups of rows. */
function rowsWithin(entries: readonly Entry[]): number[] | undefined {
  const baselines = clusters(
    entries.map(({ y }) => y),
    3,
  ).toReversed();
  const columns = [...Map.groupBy(entries, ({ column }) => column)].toSorted(([one], [other]) => one - other);
  const [, ...rest] = columns.map(([, column]) => column);
  if (baselines.length < 2 || rest.length === 0) return undefined;
  const linesIn = (column: readonly Entry[]): number =>
    new Set(column.map(({ y }) => nearestIndex(baselines, y))).size;
  const numbers = rest.filter(
    (column) => linesIn(column) >= 2 && column.every(({ piece }) => isNumber(piece.text)),
  );
  const labels = linesIn(columns[0]?.[1] ?? []);
  if (labels >= 2 && numbers.length >= 0.5 * rest.length) return baselines;
  const pieces = rest.flat().map(({ piece }) => piece.text.length);
  const mean = pieces.reduce((sum, length) => sum + length, 0) / pieces.length;
  const filled = columns.filter(([, column]) => linesIn(column) >= 0.8 * baselines.length);
  return baselines.length >= 4 && mean <= longestEntry && filled.length >= 0.6 * columns.length
    ? baselines
    : undefined;
}

/** Puts the entries of each cell together, and numbers rows from 0. */
function toCells(entries: readonly Entry[], rows: number): PlacedCell[] {
  const cells: PlacedCell[] = [];
  let added = 0;
  for (let row = 0; row < rows; row++) {
    const here = entries.filter((entry) => entry.row === row);
    const inside = rowsWithin(here.filter(({ lastRow }) => lastRow === row));
    const groups = Map.groupBy(here, ({ y, column, lastRow }) =>
      inside && lastRow === row ? `${nearestIndex(inside, y)} ${column}` : `- ${column}`,
    );
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const within = inside && first.lastRow === row ? nearestIndex(inside, first.y) : 0;
      cells.push({
        pieces: group.map(({ piece }) => piece),
        row: row + added + within,
        lastRow: first.lastRow === row ? row + added + within : first.lastRow + added,
        column: first.column,
        lastColumn: Math.max(...group.map(({ lastColumn }) => lastColumn)),
        ...(group.every(({ isMerged }) => isMerged) ? { isMerged: true } : {}),
      });
    }
    added += inside ? inside.length - 1 : 0;
  }
  return cells;
}

/** Returns false for frames around text, of which few rows have several cells. */
const isGrid = (cells: readonly PlacedCell[]): boolean => {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const several = rows.filter((row) => row.length >= 2).length;
  return several >= 2 && several >= 0.4 * rows.length;
};

/** Fills the cells of a grid with the words inside them. Boxes around text are no table. */
export function fromGrid(
  { box, cells }: Grid,
  words: readonly Word[],
  lines: readonly TextLine[],
): PdfTable[] {
  const inside = words.filter((word) => isInside(box, ...computeWordCenter(word)));
  const sides: Sides = {
    xs: sidesOfWords(
      clusters(
        cells.flatMap(({ left, right }) => [left, right]),
        1,
      ),
      inside,
    ),
    ys: clusters(
      cells.flatMap(({ bottom, top }) => [bottom, top]),
      1,
    ).toReversed(),
  };
  const bands = splitBands(inside, sides);
  const filled = cells.map((cell) => fill(cell, bands, sides)).filter(({ lines }) => lines.length > 0);
  const columns = refinedSides(filled, sides.xs);
  const entries = filled.flatMap((cell) => toTableEntries(cell, sides, columns));
  return splitAtTitles(toCells(entries, sides.ys.length))
    .filter(isTable)
    .filter(isGrid)
    .map((table) => tableFrom(joinWrapped(addHead(joinSigns(table), lines))));
}
