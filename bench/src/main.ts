import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareToLimit, formatTable, type Measurement, type Part } from './measurement.ts';
import { afterImportPart } from './measures/after-import.ts';
import { answerPart } from './measures/answer.ts';
import { chatPart } from './measures/chat.ts';
import { ingestPart } from './measures/ingest.ts';
import { installPart } from './measures/install.ts';
import { knowledgeMillionPart, knowledgePart } from './measures/knowledge.ts';
import { lifecyclePart } from './measures/lifecycle.ts';
import { memoryPart } from './measures/memory.ts';
import { readPart } from './measures/read.ts';
import { retrievalPart } from './measures/retrieval.ts';
import { runsPart } from './measures/runs.ts';
import { searchPart } from './measures/search.ts';

/**
 * Measures the built product and, in the same run, a limit that it cannot beat: `npm run bench`.
 * `--only read,chat` measures some parts and writes nothing; with `--write` it replaces their figures.
 * `--profile <folder>` writes CPU profiles of the server to that folder.
 */
const usual: readonly Part[] = [
  readPart,
  chatPart,
  answerPart,
  retrievalPart,
  ingestPart,
  lifecyclePart,
  memoryPart,
  searchPart,
  knowledgePart,
];
/** The parts after the usual ones are measured only when they are named. */
const parts: readonly Part[] = [...usual, knowledgeMillionPart, afterImportPart, runsPart, installPart];

const results = new URL('../results/', import.meta.url);
const page = new URL('../../docs/benchmarks.md', import.meta.url);
const tableMark = /<!-- table -->[\s\S]*<!-- \/table -->/;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean' }, profile: { type: 'string' } },
});
const wanted = values.only?.split(',');
const unknown = wanted?.find((name) => !parts.some((part) => part.name === name));
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}: ${parts.map(({ name }) => name).join(', ')}.`);

const env: Record<string, string> =
  values.profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` };

/** A figure with the part of the benchmark that measured it, and the load of the machine. */
type Kept = Measurement & { part?: string; load?: number };

const measureAll = async (): Promise<Kept[]> => {
  const all: Kept[] = [];
  const chosen = wanted ? parts.filter(({ name }) => wanted.includes(name)) : usual;
  for (const part of chosen) {
    const startedAt = performance.now();
    const found = await part.measure({ env });
    const load = Number(loadavg()[0]?.toFixed(1));
    all.push(...found.map((one) => ({ part: part.name, load, ...one })));
    say(
      `\n${part.name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)})`,
    );
    for (const one of found)
      say(
        `  ${one.name.padEnd(26)} ${one.ours.toFixed(3)} against ${one.limit.toFixed(3)} ${one.unit}  ×${compareToLimit(one).toFixed(2)}`,
      );
  }
  return all;
};

const machine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  node: process.version,
});

/** Returns the earlier figures of the parts that are not measured now. */
const readKept = async (): Promise<Kept[]> => {
  const [newest] = (await readdir(results))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  if (newest === undefined) return [];
  const { measurements } = JSON.parse(await readFile(new URL(newest, results), 'utf8')) as {
    measurements: Kept[];
  };
  const isNamedOnly = ({ part }: Kept) => part !== undefined && !usual.some(({ name }) => name === part);
  return measurements.filter((one) => (wanted ? !wanted.includes(one.part ?? '') : isNamedOnly(one)));
};

/** Writes the newest figures only; the history of the repository holds the others. */
const keep = async (measured: Kept[]): Promise<void> => {
  const date = new Date().toISOString().slice(0, 10);
  await mkdir(results, { recursive: true });
  const measurements = [...(await readKept()), ...measured];
  const rows = measurements.map((measurement) => ({ ...measurement, ratio: compareToLimit(measurement) }));
  const name = `${date}.json`;
  for (const old of await readdir(results)) if (old.endsWith('.json')) await rm(new URL(old, results));
  await writeFile(
    new URL(name, results),
    `${JSON.stringify({ date, machine: machine(), measurements: rows }, null, 2)}\n`,
  );
  const text = await readFile(page, 'utf8');
  const table = `<!-- table -->\n${formatTable(measurements)}\n<!-- /table -->`;
  await writeFile(
    page,
    text.replace(tableMark, () => table),
  );
  say(`\nWritten to bench/results/${name} and ${fileURLToPath(page)}.`);
};

const measurements = await measureAll();
say(`\n${formatTable(measurements)}`);
if ((wanted === undefined || values.write === true) && values.profile === undefined) await keep(measurements);
process.exit(0);
