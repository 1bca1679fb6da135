import type { Row } from '../../tables/grid.ts';
import { toRow } from '../../tables/table-blocks.ts';
import type { HiddenColumns, LeftOut } from './hidden-cells.ts';

/** A range of merged cells, with rows and columns from 0. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** A wider range is read as one cell, and a sheet with more ranges without those behind them. */
const most = { columns: 256, ranges: 100_000 };

const opening = Buffer.from('mergeCells');
const reference = /\bref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})"/g;

const toColumn = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Reads the merged ranges of a sheet of a workbook. They stand behind its rows, and are found without reading those as XML. */
export async function readMerges(part: AsyncIterable<Buffer>): Promise<Merge[]> {
  let tail: Buffer = Buffer.alloc(0);
  let found: Buffer[] | undefined;
  for await (const bytes of part) {
    if (found) {
      found.push(bytes);
      continue;
    }
    const joined = Buffer.concat([tail, bytes]);
    const at = joined.indexOf(opening);
    if (at >= 0) found = [joined.subarray(at)];
    else tail = joined.subarray(Math.max(0, joined.length - opening.length));
  }
  const xml = Buffer.concat(found ?? []).toString('latin1');
  const end = xml.indexOf('mergeCells', opening.length);
  const merges: Merge[] = [];
  for (const match of xml.slice(0, end < 0 ? xml.length : end).matchAll(reference)) {
    const [, left = 'A', top = '1', right = 'A', bottom = '1'] = match;
    merges.push({
      top: Number(top) - 1,
      bottom: Number(bottom) - 1,
      left: toColumn(left),
      right: toColumn(right),
    });
    if (merges.length >= most.ranges) break;
  }
  return merges;
}

/** The ranges that begin in a row, by its number. */
const byTop = (merges: readonly Merge[]): Map<number, Merge[]> =>
  Map.groupBy(
    merges.filter(({ left, right }) => right - left < most.columns),
    ({ top }) => top,
  );

interface Reaching extends Merge {
  text: string;
}

/** A row with its number, from 1. */
export interface SheetRow {
  number: number;
  cells: readonly string[];
  /** True for each cell with bold letters or a coloured ground, with holes for the others. */
  marks?: readonly boolean[];
  isHidden?: boolean;
}

/** Counts what is hidden, and shows the rest. */
interface Hiding {
  columns: HiddenColumns;
  leftOut: LeftOut;
}

/** Returns a range that begins in a row, at its place among the visible columns; undefined where it has no value or none of them. */
const begin = (merge: Merge, cells: readonly string[], columns: HiddenColumns): Reaching | undefined => {
  const text = cells[merge.left] ?? '';
  const left = columns.place(merge.left);
  const right = columns.place(merge.right + 1) - 1;
  return text === '' || right < left ? undefined : { ...merge, left, right, text };
};

/**
 * Puts the value of each merged range into all of its visible cells, and a blank row where rows are left out. Rows come in their order, numbered from
 * 1. Hidden rows and columns are left out and counted.
 */
export async function* fillMerged(
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  merges: readonly Merge[],
  { columns, leftOut }: Hiding,
): AsyncGenerator<Row> {
  const tops = byTop(merges);
  let reaching: Reaching[] = [];
  let last = 0;
  for await (const { number, cells, marks = [], isHidden } of rows) {
    if (last > 0 && number > last + 1) yield { cells: [] };
    last = number;
    const at = number - 1;
    reaching = reaching.filter(({ bottom }) => bottom >= at);
    for (const merge of tops.get(at) ?? []) {
      const begun = begin(merge, cells, columns);
      if (begun) reaching.push(begun);
    }
    if (isHidden === true) {
      leftOut.row(cells);
      continue;
    }
    const visible = columns.visible(cells);
    const row =
      reaching.length === 0
        ? toRow(Array.from(visible, (text) => text ?? ''))
        : fillRow(visible, reaching, at);
    yield marks.length === 0 ? row : { ...row, marks: columns.visibleMarks(marks) };
  }
  leftOut.columns(columns);
}

const fillRow = (cells: readonly string[], reaching: readonly Reaching[], at: number): Row => {
  const filled = Array.from(cells, (text) => text ?? '');
  for (const { left, right, text } of reaching)
    for (let column = left; column <= right; column++) filled[column] = text;
  const row = toRow(Array.from(filled, (text) => text ?? ''));
  const begun = reaching.filter(({ top }) => top === at);
  const covered = reaching.reduce((sum, { left, right }) => sum + right - left, 0);
  const values = row.cells.filter((cell) => cell !== '').length - covered;
  const covers = row.cells.map((_, column) =>
    reaching.some(({ left, right }) => column > left && column <= right),
  );
  return {
    ...row,
    covers,
    isLone: values === 1,
    isGroup: begun.some(({ left, right }) => right > left && (values > 1 || left > 0)),
    height: Math.max(1, ...begun.map(({ bottom }) => bottom - at + 1)),
  };
};
