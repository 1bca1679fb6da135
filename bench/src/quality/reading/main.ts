import { parseArgs } from 'node:util';
import { createParserPool } from '@atelier/documents/process';
import { writeFigures } from '../quality-page.ts';
import { type Count, f1, sumOf } from '../tables/measure-tables.ts';
import { type GridResult, gridFormats, measureGrids } from './grids/measure-grids.ts';
import { measurePdf } from './grids/measure-pdf.ts';

/**
 * Measures how documents are read: `npm run quality:reading`. `--seed` makes another set of tables, `--tables` says how many of each format,
 * `--faults N` prints the worst N of each format, `--browser PATH` makes PDFs of them, too. `--write` puts the figures into docs/quality.md.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tables: { type: 'string', default: '500' },
    formats: { type: 'string', default: Object.keys(gridFormats).join(',') },
    browser: { type: 'string' },
    faults: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const shown = (value: number): string => value.toFixed(3);
const precision = ({ right, found }: Count): string => shown(found === 0 ? 1 : right / found);
const recall = ({ right, expected }: Count): string => shown(expected === 0 ? 1 : right / expected);

const sayFaults = (results: readonly GridResult[]): void => {
  const worst = results.toSorted((one, other) => f1(one.count) - f1(other.count));
  for (const { format, seed, count, code, faults } of worst.slice(0, Number(values.faults))) {
    say(`${format} ${seed}: F1 ${shown(f1(count))} ${code ?? ''}`);
    for (const { kind, value, expected, found } of faults.slice(0, 40))
      say(`    ${kind}: ${value} [${expected}] found [${found}]`);
  }
};

const pool = createParserPool({ concurrency: 1 });
const first = Number(values.seed) * 1_000_003;
const seeds = Array.from({ length: Number(values.tables) }, (_none, at) => first + at);

const measure = async (format: string, measured: AsyncIterable<GridResult>): Promise<string> => {
  const results: GridResult[] = [];
  for await (const result of measured) results.push(result);
  const count = sumOf(results.map((result) => result.count));
  const tables = results.reduce((sum, result) => sum + result.tables, 0);
  const row = `| ${format} | ${tables} | ${count.expected} | ${precision(count)} | ${recall(count)} | **${shown(f1(count))}** |`;
  say(row);
  sayFaults(results);
  return row;
};

const rows: string[] = [];
for (const format of values.formats.split(',').filter(Boolean))
  rows.push(await measure(format, measureGrids(pool, [format], seeds)));
const { browser } = values;
if (browser !== undefined)
  for (const style of ['ruled', 'unruled'] as const)
    rows.push(await measure(`PDF, ${style}`, measurePdf(pool, { browser, style }, seeds.slice(0, 100))));
await pool.close();

const head = [
  '| format | tables | cells | precision | recall | F1 of cells |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
];
if (values.write) await writeFigures('reading-grids', [...head, ...rows].join('\n'));
