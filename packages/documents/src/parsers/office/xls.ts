import { readFile } from 'node:fs/promises';
import type { WorkBook } from '@e965/xlsx';
import type { Parser, Source } from '../source.ts';
import { HiddenColumns, LeftOut } from './hidden-cells.ts';
import { fillMerged, type SheetRow } from './merged-cells.ts';
import {
  createShowNumber,
  type FormatKind,
  type Formatter,
  loadFormatter,
  readFormatKind,
  type ShowNumber,
} from './number-formats.ts';
import { type HiddenParts, readHiddenOds } from './ods-hidden.ts';
import { sheetBlocks } from './sheet-blocks.ts';

/** Parses Excel 97–2003 (binary and XML), OpenDocument sheets, and workbooks that the streaming reader cannot read. */
export const parseXls: Parser = async function* (source) {
  const xlsx = await import('@e965/xlsx');
  const book = xlsx.read(await readFile(source.path), {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    // Says which rows and columns are hidden.
    cellStyles: true,
    UTC: true,
  });
  const show = createCellReader(await loadFormatter(), book);
  const leftOut = new LeftOut();
  const states = book.Workbook?.Sheets ?? [];
  const odsSheets = source.format === 'ods' ? await readHiddenOds(source.path, leftOut) : [];
  const isHidden = (index: number): boolean =>
    Boolean(states[index]?.Hidden) || odsSheets[index]?.isHidden === true;
  const visible = book.SheetNames.map((name, index) => ({ name, index })).filter(
    ({ index }) => !isHidden(index),
  );
  noteHidden(source, book.SheetNames.length - visible.length);
  for (const [at, { name, index }] of visible.entries()) {
    // A damaged OpenDocument sheet may have no name, whatever the types of the reader say.
    const title = (name as string | undefined) ?? `Sheet ${at + 1}`;
    const { '!data': data, '!merges': merges = [], ...sheet } = book.Sheets[name] ?? {};
    const hidden = odsSheets[index] ?? listHidden(sheet['!rows'], sheet['!cols']);
    const ranges = merges.map(({ s, e }) => ({ top: s.r, bottom: e.r, left: s.c, right: e.c }));
    const rows = fillMerged(listSheetRows(data, show, hidden), ranges, { columns: hidden.columns, leftOut });
    yield* sheetBlocks(rows, { page: at + 1, sheet: title }, visible.length > 1);
    source.progress((at + 1) / visible.length);
  }
  leftOut.note(source);
};

type Hideable = { hidden?: boolean } | undefined;

/** Returns what the reader says of hidden rows and columns. */
function listHidden(rows: readonly Hideable[] = [], columns: readonly Hideable[] = []): HiddenParts {
  const hidden = new HiddenColumns();
  // Both lists have holes.
  for (const [at, column] of columns.entries()) if (column?.hidden === true) hidden.hide(at, at);
  return { isHidden: false, columns: hidden, isRowHidden: (at) => rows[at]?.hidden === true };
}

/** Authors hide sheets from readers on purpose, so their content is not imported. */
export function noteHidden(source: Source, count: number): void {
  if (count === 0) return;
  source.note({
    code: 'documents.hidden_sheets',
    message: count === 1 ? 'One hidden sheet was left out.' : `${count} hidden sheets were left out.`,
  });
}

type Cell = { w?: string; v?: unknown; t?: string; z?: number | string } | undefined;

/** Dense sheets are sparse arrays of rows, so only filled rows are visited, however far apart they are. */
function* listSheetRows(
  data: readonly (readonly Cell[] | undefined)[] | undefined,
  show: (cell: Cell) => string,
  { isRowHidden }: HiddenParts,
): Generator<SheetRow> {
  for (const key of Object.keys(data ?? [])) {
    const at = Number(key);
    const row = data?.[at];
    if (row !== undefined) yield { number: at + 1, cells: Array.from(row, show), isHidden: isRowHidden(at) };
  }
}

/** Creates the function that shows cells. Sheets of OpenDocument say themselves what a cell shows; dates are written in ISO form. */
function createCellReader(formatter: Formatter, book: WorkBook): (cell: Cell) => string {
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  const isOpenDocument = book.bookType === 'ods';
  const styles = new Map<string, { kind: FormatKind; show: ShowNumber }>();
  const findStyle = (code: string) => {
    const known = styles.get(code) ?? {
      kind: readFormatKind(code).kind,
      show: createShowNumber(code, from1904, formatter),
    };
    styles.set(code, known);
    return known;
  };
  return (cell) => {
    if (cell === undefined || cell.t === 'z') return '';
    if (cell.t !== 'n' || typeof cell.v !== 'number')
      return cell.w ?? (typeof cell.v === 'string' ? cell.v : '');
    const { kind, show } = findStyle(typeof cell.z === 'string' ? cell.z : 'General');
    const shown = isOpenDocument && !['date', 'month', 'year'].includes(kind) ? cell.w : undefined;
    return shown ?? show(cell.v, String(cell.v));
  };
}
