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

/** Writes a table for each seed, reads it as the product does, and compares. */
export async function* measureGrids(
  pool: ParserPool,
  format: string,
  seeds: readonly number[],
): AsyncGenerator<GridResult> {
  const write = gridFormats[format];
  if (write === undefined) throw new Error(`Tables are not written as ${format}.`);
  const folder = await makeFolder();
  try {
    for (const seed of seeds) {
      const grid = makeGrid(seed, options);
      const file = await folder.write(`table.${format}`, write(grid));
      const { blocks, code } = await parseAll(pool, file);
      await rm(file.path);
      const compared = compareRows(readRows(blocks), truthOf(grid), titlesOf(grid));
      yield { format, seed, tables: 1, code, ...compared };
    }
  } finally {
    await folder.remove();
  }
}
