import { SheetBlocks, toRow } from '../../tables/table-blocks.ts';
import type { Parser, Source } from '../source.ts';
import { readTextChunks } from '../text-file.ts';
import { CsvRows } from './csv-rows.ts';
import { findDelimiter } from './find-delimiter.ts';

/** Parses CSV and TSV of any encoding. The delimiter (comma, semicolon, tab, bar) is detected from the content. */
export const parseCsv: Parser = async function* (source) {
  const text = readTextChunks(source);
  const sheet = new SheetBlocks();
  let isUsuallyHead = true;
  for await (const cells of parseRows(source, text)) {
    const row = toRow(cells);
    yield* sheet.push(isUsuallyHead ? { ...row, isUsuallyHead } : row);
    isUsuallyHead = false;
  }
  yield* sheet.end();
};

/** A first line for Excel, which names the delimiter. */
const delimiterLine = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r|$)/i;

/** Yields the rows, also blank ones, behind which another table may begin. */
async function* parseRows(source: Source, text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rows: CsvRows | undefined;
  for await (const piece of text) {
    if (rows) {
      yield* rows.read(piece);
      continue;
    }
    const [line = '', named] = delimiterLine.exec(piece) ?? [];
    const rest = piece.slice(line.length);
    rows = new CsvRows(named ?? (source.format === 'tsv' ? '\t' : findDelimiter(rest)));
    yield* rows.read(rest);
  }
  if (rows === undefined) return;
  yield* rows.end();
  noteUnclosed(source, rows.unclosed);
}

function noteUnclosed(source: Source, rows: readonly number[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const others =
    rows.length === 1 ? '' : `, as in ${rows.length - 1} other ${rows.length === 2 ? 'row' : 'rows'}`;
  source.note({
    code: 'documents.quote_unclosed',
    message: `A quotation mark in row ${first} is never closed${others}. It was read as a character, and the lines behind it as rows.`,
  });
}
