import type { Block } from '../../block.ts';
import { DocumentError } from '../../document-error.ts';
import { openArchive, readDirectory } from '../../format/archive.ts';
import type { Parser, Source } from '../source.ts';
import { readBytes, readPart } from './archive-parts.ts';
import { HiddenColumns, LeftOut } from './hidden-cells.ts';
import { fillMerged, readMerges } from './merged-cells.ts';
import { sheetBlocks } from './sheet-blocks.ts';
import { noteHidden, parseXls } from './xls.ts';
import { createXlsxReader, type XlsxReader } from './xlsx-reader.ts';

/** Above this size in bytes, a broken workbook is not read again with the reader for whole files. */
const wholeFileBytes = 20 * 1024 * 1024;

type Sheet = { name: string; part: string; hidden: boolean };

/**
 * Parses Excel workbooks as streams, sheet by sheet in the workbook's order. The parts are opened by name and not in the order of the zip,
 * so nothing waits in a temporary file and the shared strings always come first.
 */
export const parseXlsx: Parser = async function* (source) {
  let any = false;
  try {
    for await (const block of streamWorkbook(source)) {
      any = true;
      yield block;
    }
  } catch (error) {
    if (any || error instanceof DocumentError || source.size > wholeFileBytes) throw error;
    yield* parseXls(source);
  }
};

async function* streamWorkbook(source: Source): AsyncGenerator<Block> {
  const zip = await openArchive(source.path);
  try {
    const entries = await readDirectory(zip);
    const part = (name: string) => readPart(zip, entries.get(name));
    const reader = await createXlsxReader(part);
    const sheets = listWorksheets(reader);
    if (sheets.length === 0) throw new Error('no sheets');
    const visible = sheets.filter((sheet) => !sheet.hidden);
    noteHidden(source, sheets.length - visible.length);
    const leftOut = new LeftOut();
    for (const [index, sheet] of visible.entries()) {
      if (!entries.has(sheet.part)) throw new Error(`sheet ${sheet.part} is missing`);
      const place = { page: index + 1, sheet: sheet.name };
      const merges = await readMerges(readBytes(zip, entries.get(sheet.part)));
      const columns = new HiddenColumns();
      const rows = reader.rows(part(sheet.part), columns, leftOut);
      yield* sheetBlocks(fillMerged(rows, merges, { columns, leftOut }), place, visible.length > 1);
      source.progress((index + 1) / visible.length);
    }
    leftOut.note(source);
  } finally {
    zip.close();
  }
}

function listWorksheets(reader: XlsxReader): Sheet[] {
  return reader.sheets.flatMap((sheet) => {
    const target = reader.targets.get(sheet.rId);
    // openpyxl writes absolute targets (/xl/worksheets/…), Excel writes relative ones. Chart sheets contain no rows.
    if (target === undefined || !/worksheets\//i.test(target)) return [];
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    return [{ name: sheet.name, part, hidden: sheet.state === 'hidden' || sheet.state === 'veryHidden' }];
  });
}
