import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Encoder } from '@atelier/models/builtin/encoder';
import { percentile } from '../../statistics.ts';
import { readParagraphs } from '../collections.ts';
import { namedModel, usualModelId } from '../own-model.ts';
import { writeFigures } from '../quality-page.ts';

/**
 * Measures what the embedding model of the server costs, in one process: `npm run quality:embedding -- <folder of the sets> --model <folder> [--model-id <name>] [--write]`.
 * CPU is that of the process, so other work on the machine counts little.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    'model-id': { type: 'string', default: usualModelId },
    write: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
const model = namedModel(values['model-id']);
if (folder === undefined || values.model === undefined)
  throw new Error('Name the folder of the sets, and with --model that of the weights.');

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The proportional memory of this process in MB; undefined where the system does not say. */
const memoryMb = async (): Promise<number | undefined> => {
  const rollup = await readFile('/proc/self/smaps_rollup', 'utf8').catch(() => '');
  const kilobytes = /^Pss:\s+(\d+)/m.exec(rollup)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
};

const paragraphs = await readParagraphs(folder);
const texts = paragraphs.map(({ context }) => context);
const questions = paragraphs.flatMap(({ qas }) => qas.map(({ question }) => question)).slice(0, 300);

const before = await memoryMb();
const encoder = await Encoder.open(values.model, model);
const opened = await memoryMb();
await encoder.embed(questions.slice(0, 20), 'QUESTION');

const asked: number[] = [];
for (const question of questions) {
  const startedAt = cpuMs();
  await encoder.embed([question], 'QUESTION');
  asked.push(cpuMs() - startedAt);
}
const startedAt = cpuMs();
const { tokens } = await encoder.embed(texts, 'CHUNK');
const seconds = (cpuMs() - startedAt) / 1000;
const used = await memoryMb();

const megabytes = (value: number | undefined): string => (value === undefined ? '?' : value.toFixed(0));
const table = [
  `| ${model.label} in 8 bits, one process | measured |`,
  '| --- | ---: |',
  `| chunks (${(tokens / texts.length).toFixed(0)} tokens each) a second of CPU | ${(texts.length / seconds).toFixed(1)} |`,
  `| tokens a second of CPU | ${(tokens / seconds).toFixed(0)} |`,
  `| a question, ms of CPU, p50 | ${percentile(asked, 0.5).toFixed(1)} |`,
  `| a question, ms of CPU, p95 | ${percentile(asked, 0.95).toFixed(1)} |`,
  `| memory (PSS) before, with the open model, after ${texts.length} chunks, MB | ${[before, opened, used].map(megabytes).join(', ')} |`,
].join('\n');
process.stdout.write(`${table}\n`);
if (values.write)
  await writeFigures(model.id === usualModelId ? 'embedding' : `embedding-${model.id}`, table);
process.exit(0);
