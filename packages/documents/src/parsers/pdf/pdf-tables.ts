import type { Block } from '../../block.ts';
import { tableBlocks } from '../../chunking/table-blocks.ts';
import type { PdfCell, PdfLine } from './pdf-lines.ts';

/** Consecutive lines of a page: those of one table, or text. */
export type PagePart = { isTable: boolean; lines: readonly PdfLine[] };

/** Fewer rows are not a table, unless each has several numbers. */
const leastRows = 3;
const longestLabel = 70;
const longestHead = 48;
const mostHeadLines = 4;
/** A single cell that is indented by more than this many font sizes names columns and not rows. */
const headIndent = 6;
/** Lines that are further apart than this many font sizes do not belong together. */
const widestGap = 4;

const number = /^[^\p{L}\p{N}]*\p{N}(?:[\s.,’'/:–-]*\p{N})*[^\p{L}\p{N}]*(?:\p{L}{1,3})?$|^[-–—]$/u;
const isNumber = ({ text }: PdfCell): boolean => text.length <= 24 && number.test(text);

/** Returns true for a label followed by at least one number, all in cells of their own. */
const isRow = ({ cells }: PdfLine): boolean =>
  cells.length >= 2 &&
  cells.slice(1).some(isNumber) &&
  cells.every(
    (cell, at) => isNumber(cell) || cell.text.length <= (at === 0 ? 2 * longestLabel : longestHead),
  );

const isNear = (one: PdfLine, next: PdfLine): boolean => {
  const gap = one.y - next.y;
  return gap > 0 && gap <= widestGap * Math.max(one.size, next.size);
};

/** Returns true for a line between two rows that names the rows below it, or that continues a long label. */
const isBetween = (line: PdfLine): boolean => line.cells.length === 1 && line.text.length <= longestLabel;

/** Returns the index after the rows that begin at `from`. */
const endOfRows = (lines: readonly PdfLine[], from: number): number => {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at];
    const before = lines[at - 1];
    if (line === undefined || (at > from && before !== undefined && !isNear(before, line))) break;
    if (isRow(line)) end = at + 1;
    else if (!isBetween(line) || at - end > 1) break;
  }
  return end;
};

/** Returns true for a line above the first row that names its columns: several short cells, or one above the numbers. */
const isHead = (line: PdfLine, left: number): boolean =>
  line.cells.every(({ text }) => text.length <= longestHead) &&
  (line.cells.length >= 2 || line.x > left + headIndent * line.size);

const startOfHead = (lines: readonly PdfLine[], from: number, least: number): number => {
  const left = lines[from]?.x ?? 0;
  const goesUp = (start: number): number => {
    const line = lines[start - 1];
    const below = lines[start];
    const isPart = line !== undefined && below !== undefined && isNear(line, below) && isHead(line, left);
    return start <= least || from - start >= mostHeadLines || !isPart ? start : goesUp(start - 1);
  };
  const start = goesUp(from);
  const [above, row] = [lines[from - 1], lines[from]];
  if (start < from || from - 1 <= least || above === undefined || row === undefined) return start;
  // A line that names the first rows may be between them and the names of the columns.
  if (!isBetween(above) || !isNear(above, row)) return from;
  const over = goesUp(from - 1);
  return over < from - 1 ? over : from;
};

const isTable = (lines: readonly PdfLine[]): boolean => {
  const rows = lines.filter(isRow);
  const numbers = rows.filter(({ cells }) => cells.slice(1).filter(isNumber).length >= 2);
  return rows.length >= leastRows || (rows.length === 2 && numbers.length === 2);
};

/** Splits a page's lines into tables and the text around them. The names of a table's columns belong to it. */
export function splitTables(lines: readonly PdfLine[]): PagePart[] {
  const parts: PagePart[] = [];
  let done = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || !isRow(line)) continue;
    const end = endOfRows(lines, at);
    if (!isTable(lines.slice(at, end))) continue;
    const start = startOfHead(lines, at, done);
    if (start > done) parts.push({ isTable: false, lines: lines.slice(done, start) });
    parts.push({ isTable: true, lines: lines.slice(start, end) });
    done = end;
    at = end - 1;
  }
  if (done < lines.length) parts.push({ isTable: false, lines: lines.slice(done) });
  return parts;
}

type Column = { x: number; end: number };

/** Finds the columns of numbers: horizontal ranges that overlap are one column. */
const columnsOf = (rows: readonly PdfLine[]): Column[] => {
  const cells = rows.flatMap(({ cells: [, ...rest] }) => rest).toSorted((one, other) => one.x - other.x);
  const columns: Column[] = [];
  for (const { x, end } of cells) {
    const last = columns.at(-1);
    if (last !== undefined && x < last.end) last.end = Math.max(last.end, end);
    else columns.push({ x, end });
  }
  return columns;
};

const distance = (cell: PdfCell, { x, end }: Column): number => Math.max(0, x - cell.end, cell.x - end);

const nearest = (cell: PdfCell, columns: readonly Column[]): number => {
  const distances = columns.map((column) => distance(cell, column));
  return distances.indexOf(Math.min(...distances));
};

/** Returns the columns below a cell of the header. The first column is that of the labels. */
const underHead = (cell: PdfCell, columns: readonly Column[], labelsEnd: number): number[] => {
  const over = columns.flatMap((column, at) => (distance(cell, column) === 0 ? [at + 1] : []));
  if (over.length > 0) return over;
  return cell.x < labelsEnd ? [0] : [nearest(cell, columns) + 1];
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Converts a table's lines to cells. The names of the columns come first, if there are any. */
const cellsOf = (lines: readonly PdfLine[]): string[][] => {
  const first = lines.findIndex(isLabelledRow);
  const head = lines.slice(0, Math.max(0, first));
  const body = lines.slice(Math.max(0, first));
  const columns = columnsOf(body.filter(isRow));
  const labelsEnd = (body[0]?.x ?? 0) + headIndent * (body[0]?.size ?? 0);
  const names = Array.from({ length: columns.length + 1 }, () => '');
  for (const { cells } of head)
    for (const cell of cells)
      for (const at of underHead(cell, columns, labelsEnd)) names[at] = joined([names[at] ?? '', cell.text]);
  const rows = body.map(({ cells: [label, ...rest] }) => {
    const row = Array.from({ length: columns.length + 1 }, () => '');
    row[0] = label?.text ?? '';
    for (const cell of rest) {
      const at = nearest(cell, columns) + 1;
      row[at] = joined([row[at] ?? '', cell.text]);
    }
    return row;
  });
  return names.some((name) => name !== '') ? [names, ...rows] : rows;
};

/** Returns true for a row with a label. Years alone are the names of columns. */
const isLabelledRow = (line: PdfLine): boolean => {
  const [label] = line.cells;
  return isRow(line) && label !== undefined && !/^\p{N}{4}$/u.test(label.text);
};

/** Returns the blocks of a table on a page, split like tables of other formats. */
export const tableOf = (lines: readonly PdfLine[], page: number): Block[] =>
  tableBlocks(cellsOf(lines), { page });
