import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { builtinModels } from '@atelier/models/builtin';
import { Encoder } from '@atelier/models/builtin/encoder';
import { percentile } from '../../statistics.ts';
import { readParagraphs } from '../collections.ts';

/**
 * Measures what the embedding model of the server costs, in one process: `npm run quality:embedding -- <folder of the sets> --model <folder>`.
 * CPU is that of the process, so other work on the machine counts little.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string' } },
});
const [folder] = positionals;
const [small] = builtinModels;
if (folder === undefined || values.model === undefined || !small)
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
const encoder = await Encoder.open(values.model, small);
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
process.stdout.write(
  [
    `${texts.length} paragraphs of ${(tokens / texts.length).toFixed(0)} tokens: ${(texts.length / seconds).toFixed(1)} a second of CPU, ${(tokens / seconds).toFixed(0)} tokens a second`,
    `${questions.length} questions: p50 ${percentile(asked, 0.5).toFixed(1)} ms of CPU, p95 ${percentile(asked, 0.95).toFixed(1)} ms`,
    `memory (PSS): ${megabytes(before)} MB before, ${megabytes(opened)} MB when the model is open, ${megabytes(used)} MB after this`,
    '',
  ].join('\n'),
);
process.exit(0);
