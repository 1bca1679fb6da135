import { rm } from 'node:fs/promises';
import { joinBlocks } from '@atelier/documents';
import type { ParserPool } from '@atelier/documents/process';
import { makeFolder, type Outcome, parseAll } from '@atelier/documents/tests/files';
import { createRandom } from '../../../corpus.ts';
import type { Grid, GridCell } from './grid.ts';
import { makeGrid } from './make-grid.ts';
import { readRows } from './read-rows.ts';
import { choose, type Pick } from './words.ts';
import { writeDocx } from './write-docx.ts';
import { writeHtml } from './write-html.ts';
import { writeOds } from './write-ods.ts';
import { writeXlsx } from './write-xlsx.ts';

/** A file that was made by a change of a table, with the texts that a reader must find in it. */
interface Changed {
  name: string;
  bytes: Buffer;
  texts: readonly string[];
  /** True where nothing is merged, so that each value has one name. */
  isPlain: boolean;
}

/** Something that must never happen. */
export interface Breach {
  change: string;
  seed: number;
  broken: 'lost' | 'two heads' | 'silence';
  detail: string;
}

const textsOf = (cells: readonly GridCell[]): string[] =>
  cells.map(({ text }) => text).filter((text) => text !== '');
const isMerged = ({ row, lastRow, column, lastColumn }: GridCell): boolean =>
  lastRow > row || lastColumn > column;

const claims = [0, 1, 2, 3, 7, 40, 999] as const;

/** Lets cells claim other rows and columns than are theirs, so that they overlap and leave the table. */
const withSpans = (grid: Grid, pick: Pick): Grid => ({
  ...grid,
  cells: grid.cells.map((cell) =>
    pick(8) > 0
      ? cell
      : { ...cell, lastRow: cell.row + choose(pick, claims), lastColumn: cell.column + choose(pick, claims) },
  ),
});

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** The ways of changing a table. */
const changes: Readonly<Record<string, (grid: Grid, pick: Pick) => Changed>> = {
  'spans of HTML': (grid, pick) => ({
    ...{ name: 'a.html', texts: textsOf(grid.cells), isPlain: false },
    bytes: writeHtml(withSpans(grid, pick)),
  }),
  'spans of ODS': (grid, pick) => ({
    ...{ name: 'a.ods', texts: textsOf(grid.cells), isPlain: false },
    bytes: writeOds(withSpans(grid, pick)),
  }),
  'HTML in Windows-1252': (grid) => ({
    ...{ name: 'a.html', texts: textsOf(grid.cells), isPlain: !grid.cells.some(isMerged) },
    bytes: Buffer.from(
      writeHtml(grid).toString('utf8').replace('utf-8', 'windows-1252').replaceAll('€', '\u0080'),
      'latin1',
    ),
  }),
  'HTML in UTF-16': (grid) => ({
    ...{ name: 'a.html', texts: textsOf(grid.cells), isPlain: !grid.cells.some(isMerged) },
    bytes: utf16(writeHtml(grid).toString('utf8').replace('<meta charset="utf-8">', '')),
  }),
  'end of HTML cut off': (grid, pick) => {
    const whole = writeHtml(grid);
    const at = whole.indexOf('<table>');
    const bytes = whole.subarray(0, at + pick(whole.length - at));
    const seen = [...bytes.toString('utf8').matchAll(/<t[dh][^>]*>([^<]*)<\//gu)].map(
      ([, text]) => text ?? '',
    );
    const texts = seen.filter((text) => text !== '').map((text) => text.replaceAll('&amp;', '&'));
    return { name: 'a.html', bytes, texts, isPlain: false };
  },
  ...Object.fromEntries(
    Object.entries({ docx: writeDocx, xlsx: writeXlsx, ods: writeOds }).map(([format, write]) => [
      `end of ${format.toUpperCase()} cut off`,
      (grid: Grid, pick: Pick): Changed => {
        const whole = write(grid);
        const bytes = whole.subarray(0, 100 + pick(whole.length - 100));
        return { name: `a.${format}`, bytes, texts: textsOf(grid.cells), isPlain: false };
      },
    ]),
  ),
};

const spaced = (text: string): string => text.replace(/\s+/gu, ' ');

/** Returns what must not have happened. A file that was refused, or read with a note, was not lost in silence. */
const findBreaches = ({ texts, isPlain }: Changed, outcome: Outcome): Omit<Breach, 'change' | 'seed'>[] => {
  if (outcome.code !== null) return [];
  const read = spaced(joinBlocks(outcome.blocks));
  const lost = texts.filter((text) => !read.includes(spaced(text)));
  if (lost.length > 0) {
    const broken = outcome.notes.length === 0 ? 'silence' : 'lost';
    return [{ broken, detail: `${lost.length} of ${texts.length}: ${lost.slice(0, 3).join(', ')}` }];
  }
  const once = new Set(texts.filter((text) => texts.indexOf(text) === texts.lastIndexOf(text)));
  const twice = readRows(outcome.blocks)
    .flat()
    .filter(
      ({ value }, at, all) => once.has(value) && all.findIndex((other) => other.value === value) !== at,
    );
  return isPlain
    ? twice.map(({ value, name }) => ({ broken: 'two heads', detail: `${value} [${name}]` }))
    : [];
};

/** Changes tables in all ways and checks that no cell is lost, none stands under two names, and nothing is left out in silence. */
export async function* checkInvariants(
  pool: ParserPool,
  seeds: readonly number[],
): AsyncGenerator<{ change: string; outcome: Outcome; breaches: readonly Breach[] }> {
  const folder = await makeFolder();
  try {
    for (const [change, make] of Object.entries(changes))
      for (const seed of seeds) {
        const random = createRandom(seed);
        const grid = makeGrid(seed, { merges: 'all', titleRows: true });
        const changed = make(grid, (below) => Math.floor(random() * below));
        const file = await folder.write(changed.name, changed.bytes);
        const outcome = await parseAll(pool, file);
        await rm(file.path);
        yield {
          change,
          outcome,
          breaches: findBreaches(changed, outcome).map((one) => ({ change, seed, ...one })),
        };
      }
  } finally {
    await folder.remove();
  }
}
