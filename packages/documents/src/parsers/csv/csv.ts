import { SheetBlocks, toRow } from '../../tables/table-blocks.ts';
import type { Parser } from '../source.ts';
import { readTextChunks } from '../text-file.ts';
import { CsvRows } from './csv-rows.ts';
import { findDelimiter } from './find-delimiter.ts';

/** Parses CSV and TSV of any encoding. The delimiter (comma, semicolon, tab, bar) is detected from the content. */
export const parseCsv: Parser = async function* (source) {
  const text = readTextChunks(source);
  const sheet = new SheetBlocks();
  let isUsuallyHead = true;
  for await (const cells of parseRows(text, source.format === 'tsv' ? '\t' : undefined)) {
    const row = toRow(cells);
    yield* sheet.push(isUsuallyHead ? { ...row, isUsuallyHead } : row);
    isUsuallyHead = false;
  }
  yield* sheet.end();
};

/** Yields the rows, also blank ones, behind which another table may begin. */
async function* parseRows(text: AsyncIterable<string>, delimiter?: string): AsyncGenerator<string[]> {
  let rows: CsvRows | undefined;
  for await (const piece of text) {
    rows ??= new CsvRows(delimiter ?? findDelimiter(piece));
    yield* rows.read(piece);
  }
  if (rows !== undefined) yield* rows.end();
}
