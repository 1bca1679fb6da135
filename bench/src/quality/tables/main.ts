import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type PageTables, tablesOfPdf } from '@atelier/documents/tables';
import { writeFigures } from '../quality-page.ts';
import { type Count, compareTables, f1, type Measured, pairTables, sumOf } from './measure-tables.ts';
import { type Document, readTruth, type Table } from './truth.ts';

/**
 * Measures how well the tables of public PDFs are found: `npm run quality:tables -- <folder>`. The folder has PDF files beside their tables, as
 * in the ICDAR 2013 competition (`-str.xml`) and in docling's tests (`.json`). `--only NAME` prints both sides of one document, `--write` puts
 * the figures into docs/quality.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Name the folder with the PDF files; docs/quality.md says where they come from.');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const shown = (value: number): string => value.toFixed(3);

interface Result {
  set: string;
  /** True when lines between the columns cross more than half of the table's height. */
  isRuled: boolean;
  isExpected: boolean;
  measured: Measured;
}

const isRuled = ({ left, right, top, bottom }: Table, rulings: PageTables['rulings'] | undefined): boolean =>
  (rulings?.vertical ?? []).some(
    ({ at, from, to }) =>
      at > left + 3 && at < right - 3 && Math.min(to, top) - Math.max(from, bottom) > 0.5 * (top - bottom),
  );

const rowsOf = ({ cells }: Table): string[] => {
  const rows = new Map<number, string[]>();
  for (const { row, column, text } of cells) {
    const line = rows.get(row) ?? [];
    line[column] = text.replaceAll('\n', ' ');
    rows.set(row, line);
  }
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([, line]) => Array.from(line, (text) => text ?? '').join(' | '));
};

const printTable = (title: string, table: Table | undefined): void => {
  say(`--- ${title}`);
  for (const line of table ? rowsOf(table) : ['none']) say(line);
};

const describe = (found: Table | undefined, expected: Table | undefined): string =>
  expected === undefined ? 'not expected' : found === undefined ? 'missed' : 'found';

const measure = (document: Document, pages: readonly PageTables[]): Result[] => {
  const found = pages.flatMap(({ page, tables }) =>
    tables.map(({ box, cells }): Table => ({ page, ...box, cells })),
  );
  say(document.name);
  return pairTables(found, document.tables).flatMap((pair) => {
    const table = pair.expected ?? pair.found;
    if (table === undefined) return [];
    if (values.only !== undefined) {
      printTable('expected', pair.expected);
      printTable('found', pair.found);
    }
    const measured = compareTables(pair.found, pair.expected);
    const ruled = isRuled(table, pages.find(({ page }) => page === table.page)?.rulings);
    say(
      `  page ${table.page}, ${ruled ? 'ruled' : 'unruled'}, ${describe(pair.found, pair.expected)}: cells ${shown(f1(measured.cells))}, relations ${shown(f1(measured.relations))}`,
    );
    return [{ set: document.set, isRuled: ruled, isExpected: pair.expected !== undefined, measured }];
  });
};

const precision = ({ right, found }: Count): string => shown(found === 0 ? 1 : right / found);
const recall = ({ right, expected }: Count): string => shown(expected === 0 ? 1 : right / expected);

const rowOf = (set: string, ruled: boolean, results: readonly Result[]): string => {
  const cells = sumOf(results.map(({ measured }) => measured.cells));
  const relations = sumOf(results.map(({ measured }) => measured.relations));
  const tables = results.filter(({ isExpected }) => isExpected).length;
  return `| ${set} | ${ruled ? 'ruled' : 'unruled'} | ${tables} | ${precision(cells)} | ${recall(cells)} | **${shown(f1(cells))}** | ${shown(f1(relations))} | ${results.length - tables} |`;
};

const results: Result[] = [];
const ms = { text: 0, tables: 0, pages: 0 };
for (const document of await readTruth(folder)) {
  if (values.only !== undefined && document.name !== values.only) continue;
  const pages: PageTables[] = [];
  for await (const page of tablesOfPdf(await readFile(document.path))) pages.push(page);
  for (const page of pages) {
    ms.text += page.ms.text;
    ms.tables += page.ms.tables;
    ms.pages++;
  }
  results.push(...measure(document, pages));
}

const head = [
  '| set | tables | number | precision of cells | recall of cells | F1 of cells | F1 of adjacency relations | found where none is expected |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
];
const rows = [...new Set(results.map(({ set }) => set))].flatMap((set) =>
  [true, false].flatMap((ruled) => {
    const own = results.filter((result) => result.set === set && result.isRuled === ruled);
    return own.length === 0 ? [] : [rowOf(set, ruled, own)];
  }),
);
for (const row of rows) say(row);
say(
  `${ms.pages} pages; with tables, reading a page takes ${((ms.text + ms.tables) / ms.text).toFixed(2)} times as long as its text alone`,
);
if (values.write) await writeFigures('pdf-tables', [...head, ...rows].join('\n'));
