import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ParserPool } from '@atelier/documents/process';
import { makeFolder, parseAll } from '@atelier/documents/tests/files';
import { compareRows } from './compare-rows.ts';
import { type Grid, titlesOf, truthOf } from './grid.ts';
import { makeGrid } from './make-grid.ts';
import type { GridResult } from './measure-grids.ts';
import { readRows } from './read-rows.ts';
import { escapeXml, tableHtml } from './write-html.ts';

const run = promisify(execFile);

const styles = {
  ruled: 'td, th { border: 1px solid black; }',
  unruled: 'td, th { vertical-align: top; } td, th { padding: 3px 12px; }',
} as const;
export type Style = keyof typeof styles;

const shared =
  'body { font: 10px sans-serif; } section { break-after: page; } table { border-collapse: collapse; } td, th { padding: 3px 6px; text-align: left; } .number { text-align: right; } .group { text-align: center; }';

/** Each table has a page of its own between two paragraphs, and goes on on the next one when it is long. */
export const pageHtml = (grids: readonly Grid[], style: Style): string =>
  `<!doctype html><meta charset="utf-8"><style>${shared} ${styles[style]}</style>${grids
    .map(
      (grid, at) =>
        `<section><p>Page ${at + 1} of the report says what was measured in the course of the year.</p>${
          grid.title === undefined ? '' : `<p>${escapeXml(grid.title)}</p>`
        }${tableHtml(grid)}<p>More about this is said in the next part of the report.</p></section>`,
    )
    .join('')}`;

const tablesPerPdf = 10;

/**
 * Prints tables as PDF with a browser and measures how they are read. Without lines nobody sees how far a merged value goes, so only names of
 * columns are merged there.
 */
export async function* measurePdf(
  pool: ParserPool,
  { browser, style }: { browser: string; style: Style },
  seeds: readonly number[],
): AsyncGenerator<GridResult> {
  const folder = await makeFolder();
  const { path } = await folder.write('page', '');
  const work = join(path, '..');
  try {
    for (let from = 0; from < seeds.length; from += tablesPerPdf) {
      const some = seeds.slice(from, from + tablesPerPdf);
      const merges = style === 'ruled' ? 'all' : 'columnNames';
      const grids = some.map((seed) => makeGrid(seed, { merges, titleRows: style === 'ruled' }));
      await writeFile(join(work, 'page.html'), pageHtml(grids, style));
      const options = ['--headless', '--no-sandbox', '--no-pdf-header-footer'];
      const pdf = join(work, 'page.pdf');
      await run(browser, [...options, `--print-to-pdf=${pdf}`, `file://${join(work, 'page.html')}`]);
      const { blocks, code } = await parseAll(pool, { path: pdf, name: 'page.pdf' });
      const compared = compareRows(readRows(blocks), grids.flatMap(truthOf), grids.flatMap(titlesOf));
      yield { format: `pdf, ${style}`, seed: some[0] ?? 0, tables: grids.length, code, ...compared };
    }
  } finally {
    await folder.remove();
  }
}
