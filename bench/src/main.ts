import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareToLimit, formatTables, type Kept, type Part } from './measurement.ts';
import { afterImportPart } from './measures/after-import.ts';
import { agentsPart } from './measures/agents.ts';
import { answerPart } from './measures/answer.ts';
import { canvasPart } from './measures/canvas.ts';
import { chatPart } from './measures/chat.ts';
import { flowsPart } from './measures/flows.ts';
import { ingestPart } from './measures/ingest.ts';
import { installPart } from './measures/install.ts';
import { knowledgeMillionPart, knowledgePart } from './measures/knowledge.ts';
import { lifecyclePart } from './measures/lifecycle.ts';
import { memoryPart } from './measures/memory.ts';
import { monitorPart } from './measures/monitor.ts';
import { plansPart } from './measures/plans.ts';
import { readPart } from './measures/read.ts';
import { retrievalPart } from './measures/retrieval.ts';
import { retrievalHybridPart } from './measures/retrieval-hybrid.ts';
import { runsPart } from './measures/runs.ts';
import { searchPart } from './measures/search.ts';
import { openAnswersPart } from './measures/streams/open-answers.ts';
import { streamsPart } from './measures/streams/streams.ts';
import { runQuick } from './quick/run-quick.ts';
import { readMeasurements, storeMeasurements } from './results.ts';

/**
 * Measures the built product and, in the same run, a limit that it cannot beat: `npm run bench`.
 * `--only read,chat` measures some parts and writes nothing; with `--write` it replaces their figures.
 * `--quick` measures the CPU and the messages of the hot paths in under a minute and fails when they are worse than the stored ones;
 * with `--write` it stores them. `--profile <folder>` writes CPU profiles of the server to that folder.
 */
const usual: readonly Part[] = [
  readPart,
  chatPart,
  answerPart,
  retrievalPart,
  retrievalHybridPart,
  ingestPart,
  lifecyclePart,
  memoryPart,
  searchPart,
  knowledgePart,
];
/** The parts after the usual ones are measured only when they are named. */
const parts: readonly Part[] = [
  ...usual,
  knowledgeMillionPart,
  afterImportPart,
  runsPart,
  flowsPart,
  agentsPart,
  streamsPart,
  openAnswersPart,
  canvasPart,
  installPart,
  plansPart,
  monitorPart,
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    profile: { type: 'string' },
  },
});
const wanted = values.only?.split(',');
const unknown = wanted?.find((name) => !parts.some((part) => part.name === name));
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}: ${parts.map(({ name }) => name).join(', ')}.`);

const env: Record<string, string> =
  values.profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` };

if (values.quick) process.exit(await runQuick(env, values.write === true));

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

const isNamedOnly = ({ part }: Kept) => part !== undefined && !usual.some(({ name }) => name === part);

/** Stores the new figures, and the earlier ones of the parts that are not measured now. */
const keep = async (measured: Kept[]): Promise<void> => {
  const earlier = await readMeasurements();
  const kept = earlier.filter((one) => (wanted ? !wanted.includes(one.part ?? '') : isNamedOnly(one)));
  await storeMeasurements([...kept, ...measured]);
  say('\nStored in bench/results and docs/benchmarks.md.');
};

const measurements = await measureAll();
say(`\n${formatTables(measurements)}`);
if ((wanted === undefined || values.write === true) && values.profile === undefined) await keep(measurements);
process.exit(0);
