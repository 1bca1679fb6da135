// npm run fuzz -- FORMAT… [--seconds N] [--seed S] [--seeds FOLDER]
// Gives a parser inputs that grow out of examples, and keeps those that reach new parts of its code. A failure without a name, a crash of
// its thread and more than ten seconds for one input are found; the input is kept in the folder that is printed.
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { bundleFuzzer } from './fuzz/bundle-fuzzer.ts';
import { extensionFor } from './fuzz/extensions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: 'packages/documents/tests' },
  },
});

const longestMs = 10_000;
const mostMegabytes = 1500;
const largestSeed = 200_000;
const root = join(import.meta.dirname, '..', '..');

/** Returns the example files of a format, and a few bytes where there are none. */
const seedsFor = (format: string): Uint8Array[] => {
  const found = globSync('**/*.*', { cwd: values.seeds })
    .filter((path) => extname(path).toLowerCase() === extensionFor(format))
    .map((path) => readFileSync(join(values.seeds, path)))
    .filter(({ length }) => length > 0 && length <= largestSeed);
  return found.length > 0 ? found : [Buffer.from(' a')];
};

interface Message {
  kind: 'failure' | 'end';
  cause?: string;
  bytes?: Uint8Array;
  kept?: number;
  visited?: number;
}

/** Fuzzes one format, and returns how many things were found. */
const fuzz = async (
  format: string,
  { script, blocks }: Awaited<ReturnType<typeof bundleFuzzer>>,
  folder: string,
) => {
  const started = new Int32Array(new SharedArrayBuffer(4));
  const seeds = seedsFor(format);
  const order = {
    name: format,
    blocks,
    seeds,
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    folder,
    started,
  };
  let found = 0;
  const keep = (cause: string, bytes: Uint8Array): void => {
    found += 1;
    const path = join(folder, `${format}-${found}`);
    writeFileSync(path, bytes);
    console.log(`FOUND  ${format}: ${cause}\n       ${path}`);
  };
  const inputPath = join(folder, `${format}.input`);
  const lastInput = () => (existsSync(inputPath) ? readFileSync(inputPath) : Buffer.alloc(0));
  const worker = new Worker(script, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  await new Promise<void>((resolve) => {
    let [before, since] = [0, Date.now()];
    const watch = setInterval(() => {
      const now = Atomics.load(started, 0);
      if (now !== before) [before, since] = [now, Date.now()];
      else if (before > 0 && Date.now() - since > longestMs) {
        keep('takes more than ten seconds', lastInput());
        void worker.terminate();
      }
    }, 500);
    worker.on('message', ({ kind, cause = '', bytes, kept, visited }: Message) => {
      if (kind === 'failure' && bytes) keep(cause, bytes);
      else
        console.log(
          `${format}: ${Atomics.load(started, 0)} inputs, ${seeds.length} seeds, ${kept} kept, ${visited} of ${blocks} blocks visited`,
        );
    });
    worker.on('error', (error) => keep(`ends its thread: ${String(error)}`, lastInput()));
    worker.on('exit', () => {
      clearInterval(watch);
      resolve();
    });
  });
  return found;
};

// Inside the repository, because packages outside the bundle are resolved from the folder of the bundle.
const folder = mkdtempSync(join(root, 'node_modules', '.fuzz-'));
const bundle = await bundleFuzzer(root, folder);
let found = 0;
for (const format of positionals) found += await fuzz(format, bundle, folder);
console.log(`${found} found`);
process.exitCode = found === 0 && positionals.length > 0 ? 0 : 1;
