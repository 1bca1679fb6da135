import { Readable } from 'node:stream';
import type { Block } from '../block.ts';
import { createRowReader } from '../chunking/table-blocks.ts';
import { readTextChunks } from '../format/text-encoding.ts';
import type { Parser } from './source.ts';

/** Parses CSV and TSV of any encoding. The delimiter (comma, semicolon, tab, bar) is detected from the content. */
export const parseCsv: Parser = async function* (source) {
  const { default: papa } = await import('papaparse');
  const rows = papa.parse(papa.NODE_STREAM_INPUT, {
    skipEmptyLines: 'greedy',
    ...(source.format === 'tsv' ? { delimiter: '\t' } : {}),
  });
  const text = Readable.from(readTextChunks(source.path, (read) => source.progress(read / source.size)));
  text.on('error', (error) => rows.destroy(error));
  text.pipe(rows);
  const read = createRowReader();
  let header: string[] = [];
  let any = false;
  for await (const row of rows) {
    const cells = cellsOf(row);
    if (header.length === 0) header = cells;
    for (const block of read(cells)) {
      any = true;
      yield block;
    }
  }
  // A table with only a header is still kept, because the header shows its subject.
  if (!any && header.length > 0) yield { kind: 'table', text: header.join(' | ') } satisfies Block;
};

function cellsOf(row: unknown): string[] {
  return Array.isArray(row) ? row.map(String) : [];
}
