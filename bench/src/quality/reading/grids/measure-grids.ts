import { rm } from 'node:fs/promises';
import type { ParserPool } from '@atelier/documents/process';
import { makeFolder, parseAll } from '@atelier/documents/tests/files';
import type { Count } from '../../tables/measure-tables.ts';
import { compareRows, type Fault } from './compare-rows.ts';
import { type Grid, titlesOf, truthOf } from './grid.ts';
import { type GridOptions, makeGrid } from './make-grid.ts';
import { readRows } from './read-rows.ts';
import { writeDocx } from './write-docx.ts';
import { writeHtml } from './write-html.ts';
import { writeOds } from './write-ods.ts';
import { writeXlsx } from './write-xlsx.ts';

export const gridFormats: Readonly<Record<string, (grid: Grid) => Buffer>> = {
  docx: writeDocx,
  html: writeHtml,
  xlsx: writeXlsx,
  ods: writeOds,
};

const options: GridOptions = { merges: 'all', titleRows: true };

/** What was measured of one table, or of one document with several. */
export interface GridResult {
  format: string;
  seed: number;
  tables: number;
  count: Count;
  faults: readonly Fault[];
  /** The code of the error that ended the reading. */
  code: string | null;
}

/** Writes a table for each seed in each format, reads them as the product does, and compares. */
export async function* measureGrids(
  pool: ParserPool,
  formats: readonly string[],
  seeds: readonly number[],
): AsyncGenerator<GridResult> {
  const folder = await makeFolder();
  try {
    for (const format of formats)
      for (const seed of seeds) {
        const grid = makeGrid(seed, options);
        const write = gridFormats[format];
        if (write === undefined) throw new Error(`Tables are not written as ${format}.`);
        const file = await folder.write(`table.${format}`, write(grid));
        const { blocks, code } = await parseAll(pool, file);
        await rm(file.path);
        yield {
          format,
          seed,
          tables: 1,
          code,
          ...compareRows(readRows(blocks), truthOf(grid), titlesOf(grid)),
        };
      }
  } finally {
    await folder.remove();
  }
}
