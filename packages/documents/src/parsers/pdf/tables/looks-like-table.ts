import { isNumber } from './numbers.ts';
import { type PlacedCell, toPdfCellText } from './table.ts';

/** Fewer rows are a table only if they have several columns of numbers. */
const leastRows = 3;
/** The longest cells on average, in characters. */
const longestMean = 45;
/** Charts leave more of their rows and columns empty than tables do. */
const leastFilled = 0.7;
/** Lines of prose have more characters than this, and fill this share of their column. */
const prose = { characters: 18, filled: 0.75 };

const bullet = /^(?:[•‣▪●◦○·*–—-]|\(?\p{N}{1,3}[.)]|\(?\p{L}[.)])$/u;

interface Entry {
  text: string;
  left: number;
  right: number;
  y: number;
}

const toTableEntry = (cell: PlacedCell): Entry => ({
  text: toPdfCellText(cell),
  left: Math.min(...cell.pieces.map(({ left }) => left)),
  right: Math.max(...cell.pieces.map(({ right }) => right)),
  y: cell.pieces[0]?.words[0]?.y ?? 0,
});

const isProse = (column: readonly Entry[]): boolean => {
  const width = Math.max(...column.map(({ right }) => right)) - Math.min(...column.map(({ left }) => left));
  const lines = column.filter(
    ({ text, left, right }) =>
      !isNumber(text) && text.length > prose.characters && right - left >= prose.filled * width,
  );
  return lines.length >= 0.5 * column.length;
};

/** Returns true for the numbers beside the axis of a chart, which grow with their height. Numbers that count rows do so, too. */
const isAxis = (column: readonly Entry[]): boolean => {
  const marks = column
    .filter(({ text }) => isNumber(text))
    .map(({ text, y }) => ({ value: Number(text.replaceAll(/[^\d.-]/g, '')), y }));
  const [first, second] = marks;
  if (!first || !second || marks.length < 4 || marks.length < 0.7 * column.length) return false;
  const slope = (second.value - first.value) / (second.y - first.y);
  const step = Math.abs(second.value - first.value);
  return (
    step > 0 &&
    step !== 1 &&
    marks.every(({ value, y }) => Math.abs(first.value + slope * (y - first.y) - value) <= 0.1 * step)
  );
};

type Rows = readonly (readonly PlacedCell[])[];
type Columns = readonly (readonly Entry[])[];

/** Returns true where most rows have text in several columns. */
const hasRows = (rows: Rows, columns: Columns): boolean => {
  const several = rows.filter((row) => row.length >= 2).length;
  const least = columns.length >= 3 ? 2 : leastRows;
  return several >= least && several >= 0.5 * rows.length;
};

const isList = ([labels = [], ...others]: Columns): boolean =>
  others.length === 1 && labels.filter(({ text }) => bullet.test(text)).length > 0.5 * labels.length;

/** Two columns of text may be anything; a column of numbers beside labels is a table. */
const hasNumbers = ([, ...others]: Columns): boolean => {
  const entries = others.flat();
  return others.length >= 2 || entries.filter(({ text }) => isNumber(text)).length >= 0.4 * entries.length;
};

/** Returns true for rows and columns of a table, and not for prose in columns, a list, or the labels of a chart. */
export function looksLikeTable(cells: readonly PlacedCell[]): boolean {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const columns = [...Map.groupBy(cells, ({ column }) => column)]
    .toSorted(([one], [other]) => one - other)
    .map(([, column]) => column.map(toTableEntry));
  if (!hasRows(rows, columns)) return false;
  const all = columns.flat();
  if (all.reduce((sum, { text }) => sum + text.length, 0) > longestMean * all.length) return false;
  const axes = columns.filter(isAxis).length;
  const isChart = axes >= 2 || (axes === 1 && cells.length < leastFilled * rows.length * columns.length);
  return !isChart && columns.filter(isProse).length < 2 && !isList(columns) && hasNumbers(columns);
}
