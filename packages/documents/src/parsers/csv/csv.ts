import type { Block } from '../../block.ts';
import { createRowReader } from '../../chunking/table-blocks.ts';
import type { Parser } from '../source.ts';
import { readTextChunks } from '../text-file.ts';
import { CsvRows } from './csv-rows.ts';
import { findDelimiter } from './find-delimiter.ts';

/** Parses CSV and TSV of any encoding. The delimiter (comma, semicolon, tab, bar) is detected from the content. */
export const parseCsv: Parser = async function* (source) {
  const text = readTextChunks(source);
  const read = createRowReader();
  let header: string[] = [];
  let any = false;
  for await (const cells of parseRows(text, source.format === 'tsv' ? '\t' : undefined)) {
    if (header.length === 0) header = cells;
    for (const block of read(cells)) {
      any = true;
      yield block;
    }
  }
  // A table with only a header is still kept, because the header shows its subject.
  if (!any && header.length > 0) yield { kind: 'table', text: header.join(' | ') } satisfies Block;
};

/** Yields the rows that are not blank. */
async function* parseRows(text: AsyncIterable<string>, delimiter?: string): AsyncGenerator<string[]> {
  let rows: CsvRows | undefined;
  for await (const piece of text) {
    rows ??= new CsvRows(delimiter ?? findDelimiter(piece));
    yield* withText(rows.read(piece));
  }
  if (rows !== undefined) yield* withText(rows.end());
}

function* withText(rows: Iterable<string[]>): Generator<string[]> {
  for (const row of rows) if (row.some((cell) => cell.trim() !== '')) yield row;
}
