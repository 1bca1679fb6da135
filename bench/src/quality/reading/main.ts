import { parseArgs } from 'node:util';
import { createParserPool, type ParserPool } from '@atelier/documents/process';
import { writeFigures } from '../quality-page.ts';
import { type FileResult, measureFiles, readPeers } from './files/measure-files.ts';
import { sumFiles, wellRead } from './files/sum-files.ts';
import { gridFormats, measureGrids } from './grids/measure-grids.ts';
import { measurePdf } from './grids/measure-pdf.ts';
import { gridHead, say, sayGrids } from './say-grids.ts';
import { sayInvariants } from './say-invariants.ts';

/**
 * Measures how documents are read: `npm run quality:reading`. `--seed` makes another set of tables, `--tables` says how many of each format, and
 * `--browser PATH` makes PDFs of them, too. `--changes N` changes N tables in each of several ways instead. `-- FOLDER --peers FILE` reads public files and compares their words with those that
 * `files/peers.py` wrote. `--faults N` prints the worst N; `--write` puts the figures into docs/quality.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    tables: { type: 'string', default: '500' },
    formats: { type: 'string', default: Object.keys(gridFormats).join(',') },
    browser: { type: 'string' },
    changes: { type: 'string', default: '0' },
    peers: { type: 'string' },
    faults: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});
const faults = Number(values.faults);

const seedsFor = (count: number): number[] =>
  Array.from({ length: count }, (_none, at) => Number(values.seed) * 1_000_003 + at);

const changeTables = async (pool: ParserPool): Promise<void> => {
  const figures = await sayInvariants(pool, seedsFor(Number(values.changes)));
  if (values.write) await writeFigures('reading-changes', figures);
};

const measureTables = async (pool: ParserPool): Promise<void> => {
  const seeds = seedsFor(Number(values.tables));
  const rows: string[] = [];
  for (const format of values.formats.split(',').filter(Boolean))
    rows.push(await sayGrids(format.toUpperCase(), measureGrids(pool, format, seeds), faults));
  const { browser } = values;
  if (browser !== undefined)
    for (const style of ['ruled', 'unruled'] as const) {
      const measured = measurePdf(pool, { browser, style }, seeds.slice(0, 100));
      rows.push(await sayGrids(`PDF, ${style}`, measured, faults));
    }
  if (values.write) await writeFigures('reading-grids', [...gridHead, ...rows].join('\n'));
};

const sayWorst = (results: readonly FileResult[]): void => {
  for (const { path, code } of results.filter(({ outcome }) => outcome !== 'read'))
    say(`  ${code ?? ''}: ${path}`);
  const worst = results
    .flatMap(({ path, best, notes }) => (best && best.inOrder < wellRead ? [{ path, notes, ...best }] : []))
    .toSorted((one, other) => one.inOrder - other.inOrder);
  for (const { path, peer, words, inOrder, lost, added, notes } of worst.slice(0, faults)) {
    say(`  ${inOrder.toFixed(3)} of ${words} words of ${peer}: ${path} ${notes.join(' ')}`);
    say(`      lost ${lost.length}: ${lost.slice(0, 12).join(' ')}`);
    say(`      added ${added.length}: ${added.slice(0, 12).join(' ')}`);
  }
};

const measureFolder = async (pool: ParserPool, folder: string, peers: string): Promise<void> => {
  const results: FileResult[] = [];
  for await (const result of measureFiles(pool, folder, await readPeers(peers))) results.push(result);
  const figures = sumFiles(results);
  say(figures);
  sayWorst(results);
  if (values.write) await writeFigures('reading-files', figures);
};

const pool = createParserPool({ concurrency: 1, deadlineMs: 60_000 });
const [folder] = positionals;
if (Number(values.changes) > 0) await changeTables(pool);
else if (folder === undefined) await measureTables(pool);
else if (values.peers === undefined)
  throw new Error('Name the file with the words of the peers: --peers FILE.');
else await measureFolder(pool, folder, values.peers);
await pool.close();
