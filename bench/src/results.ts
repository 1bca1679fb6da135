import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readIfThere } from '../../apps/server/src/kernel/base/read-if-there.ts';
import { formatGoals } from './goals.ts';
import { compareToLimit, formatTables, type Kept } from './measurement.ts';
import { formatQuick, type Quick } from './quick/figures.ts';

const results = new URL('../results/', import.meta.url);
const quickFile = new URL('quick.json', results);
const page = new URL('../../docs/benchmarks.md', import.meta.url);

/** The figures of the hot paths are in a separate file. */
const isDated = (name: string): boolean => /^\d{4}-\d\d-\d\d\.json$/.test(name);

const machine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  node: process.version,
});

/** Returns the stored figures of the whole benchmark. */
export const readMeasurements = async (): Promise<Kept[]> => {
  const newest = (await readdir(results)).filter(isDated).sort().at(-1);
  if (newest === undefined) return [];
  const text = await readFile(new URL(newest, results), 'utf8');
  return (JSON.parse(text) as { measurements: Kept[] }).measurements;
};

/** Returns the stored figures of the hot paths, if there are any. */
export const readQuick = async (): Promise<Quick | undefined> => {
  const text = await readIfThere(fileURLToPath(quickFile));
  return text === undefined ? undefined : (JSON.parse(text) as Quick);
};

/** Puts the stored figures into the page, each table between its marks. */
const writePage = async (): Promise<void> => {
  const measurements = await readMeasurements();
  const quick = await readQuick();
  const tables: Record<string, string> = {
    table: formatTables(measurements),
    goals: formatGoals({ measurements, quick }),
    ...(quick && { quick: formatQuick(quick) }),
  };
  let text = await readFile(page, 'utf8');
  // expression-is-made: the names are written above, and the marks stand once in our own page.
  for (const [name, table] of Object.entries(tables))
    text = text.replace(
      new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
      () => `<!-- ${name} -->\n${table}\n<!-- /${name} -->`,
    );
  await writeFile(page, text);
};

/** Stores the figures of the whole benchmark in the place of the old ones; the history of the repository holds those. */
export const storeMeasurements = async (measurements: readonly Kept[]): Promise<void> => {
  const date = new Date().toISOString().slice(0, 10);
  await mkdir(results, { recursive: true });
  const rows = measurements.map((measurement) => ({ ...measurement, ratio: compareToLimit(measurement) }));
  for (const old of await readdir(results)) if (isDated(old)) await rm(new URL(old, results));
  const text = JSON.stringify({ date, machine: machine(), measurements: rows }, null, 2);
  await writeFile(new URL(`${date}.json`, results), `${text}\n`);
  await writePage();
};

export const storeQuick = async (quick: Quick): Promise<void> => {
  await writeFile(quickFile, `${JSON.stringify(quick, null, 2)}\n`);
  await writePage();
};
