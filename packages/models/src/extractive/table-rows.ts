/** A cell of a table's row with the name of its column, which may be empty. */
export interface Cell {
  name: string;
  value: string;
}

const ruled = /^\|.*\|$/;
const ruleSigns = /^[\s:|-]+$/;
const named = /^([^:|]{1,80}): (\S.{0,160})$/;

/** Whether a line is a row whose cells are parted by bars, with or without bars at its edges. */
export const isBarRow = (line: string): boolean => ruled.test(line) || / \| |^\| /.test(line);

/** The line under a table's head in Markdown. */
export const isRule = (line: string): boolean =>
  line.includes('|') && line.includes('---') && ruleSigns.test(line);

export const cellsOfBarRow = (line: string): string[] =>
  (ruled.test(line) ? line.slice(1, -1) : line).split('|').map((cell) => cell.trim());

/** Whether a table's first row names its columns: nothing behind its label is a number, but for years. */
export const isHead = (cells: readonly string[]): boolean =>
  cells.slice(1).every((cell) => !/^[^\p{L}\p{N}]*\p{N}[^\p{L}]*$/u.test(cell) || /^\p{N}{4}$/u.test(cell));

/** A row under the names of its columns, which may be fewer: then the first ones have none. */
export const nameCells = (cells: readonly string[], columns: readonly string[]): Cell[] => {
  const missing = Math.max(0, cells.length - columns.length);
  return cells
    .map((value, at) => ({ name: (columns[at - missing] ?? '').replace(/:$/, ''), value }))
    .filter(({ value }) => value !== '');
};

/**
 * The cells of a row that stands as one `name: value` in each line, as spreadsheets come; undefined for other lines.
 * What ends like a sentence is prose behind a word.
 */
export const cellsOfNamedLines = (lines: readonly string[]): Cell[] | undefined => {
  const [first = '', ...rest] = lines;
  const cells = lines.map((line) => named.exec(line));
  const isBare = cells[0] === null && first.length <= 80 && !/[.!?:]$/.test(first);
  const isRow =
    rest.length > 0 &&
    cells.every((cell, at) => (cell === null ? at === 0 && isBare : !/[.!?]$/.test(cell[2] ?? '')));
  if (!isRow || (isBare && rest.length < 2)) return undefined;
  return cells.map((cell) => ({ name: cell?.[1] ?? '', value: cell?.[2] ?? first }));
};

/** A row as it is quoted. */
export const rowText = (cells: readonly Cell[]): string =>
  cells.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('; ');
