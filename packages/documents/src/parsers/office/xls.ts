import { readFile } from 'node:fs/promises';
import type { Block } from '../../block.ts';
import { SheetBlocks } from '../../tables/table-blocks.ts';
import type { Parser, Source } from '../source.ts';
import { fillMerged } from './merged-cells.ts';

/** Parses Excel 97–2003 (binary and XML), OpenDocument sheets, and workbooks that the streaming reader cannot read. */
export const parseXls: Parser = async function* (source) {
  const xlsx = await import('@e965/xlsx');
  const book = xlsx.read(await readFile(source.path), {
    type: 'buffer',
    dense: true,
    cellDates: true,
    cellFormula: false,
    cellHTML: false,
    cellStyles: false,
    UTC: true,
  });
  const states = book.Workbook?.Sheets ?? [];
  const visible = book.SheetNames.filter((_, index) => !states[index]?.Hidden);
  noteHidden(source, book.SheetNames.length - visible.length);
  for (const [index, name] of visible.entries()) {
    // A damaged OpenDocument sheet may have no name, whatever the types of the reader say.
    const title = (name as string | undefined) ?? `Sheet ${index + 1}`;
    const place = { page: index + 1, sheet: title };
    const sheet = new SheetBlocks(place);
    const heading: Block = { ...place, kind: 'heading', text: title, level: 1 };
    let named = visible.length === 1;
    const withName = function* (blocks: Iterable<Block>): Generator<Block> {
      for (const block of blocks) {
        if (!named) yield heading;
        named = true;
        yield block;
      }
    };
    const { '!data': data, '!merges': merges = [] } = book.Sheets[name] ?? {};
    const ranges = merges.map(({ s, e }) => ({ top: s.r, bottom: e.r, left: s.c, right: e.c }));
    for await (const row of fillMerged(listSheetRows(data), ranges)) yield* withName(sheet.push(row));
    yield* withName(sheet.end());
    source.progress((index + 1) / visible.length);
  }
};

/** Authors hide sheets from readers on purpose, so their content is not imported. */
export function noteHidden(source: Source, count: number): void {
  if (count === 0) return;
  source.note({
    code: 'documents.hidden_sheets',
    message: count === 1 ? 'One hidden sheet was left out.' : `${count} hidden sheets were left out.`,
  });
}

type Cell = { w?: string; v?: unknown; t?: string } | undefined;

/** Dense sheets are sparse arrays of rows, so only filled rows are visited, however far apart they are. */
function* listSheetRows(data: readonly (readonly Cell[] | undefined)[] | undefined) {
  for (const key of Object.keys(data ?? [])) {
    const row = data?.[Number(key)];
    if (row !== undefined) yield { number: Number(key) + 1, cells: Array.from(row, toCellText) };
  }
}

function toCellText(cell: Cell): string {
  if (cell === undefined || cell.t === 'z') return '';
  if (cell.v instanceof Date) return dateText(cell.v);
  if (cell.w !== undefined) return cell.w;
  return typeof cell.v === 'string' || typeof cell.v === 'number' ? String(cell.v) : '';
}

/** Formats an ISO date, with the time only if the cell has one. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const iso = date.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}
