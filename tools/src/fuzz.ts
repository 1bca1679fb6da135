// npm run fuzz -- FORMAT… [--seconds N] [--seed S] [--seeds FOLDER]
// Gives a parser inputs that grow out of examples, and keeps those that reach new parts of its code. A mistake of our sources, a crash of
// its thread and more than ten seconds of CPU for one input are found; the input is kept in the folder that is printed.
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
/** As a parser of the product has; it names what needs more. */
const mostMegabytes = 512;
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
  visited?: number;
}

type Bundle = Awaited<ReturnType<typeof bundleFuzzer>>;

/** How the thread of a fuzzer ended: in time, or because it had no memory left, or because one input took too long. */
type End = 'complete' | 'memory' | 'time';

/** Fuzzes one format, in one thread after another. */
class FormatFuzzer {
  found = 0;
  readonly #format: string;
  readonly #bundle: Bundle;
  readonly #folder: string;
  readonly #seeds: Uint8Array[];
  #inputs = 0;
  #outOfMemory = 0;
  #visited = 0;

  constructor(format: string, bundle: Bundle, folder: string) {
    this.#format = format;
    this.#bundle = bundle;
    this.#folder = folder;
    this.#seeds = seedsFor(format);
  }

  async run(): Promise<void> {
    const end = Date.now() + Number(values.seconds) * 1000;
    for (let seed = Number(values.seed); Date.now() < end; seed += 1) {
      const how = await this.#runThread(seed, (end - Date.now()) / 1000);
      if (how === 'memory') this.#outOfMemory += 1;
      if (how === 'time') this.#keep('takes more than ten seconds', this.#lastInput());
    }
    console.log(
      `${this.#format}: ${this.#inputs} inputs, ${this.#seeds.length} seeds, ${this.#visited} of ${this.#bundle.blocks} blocks visited, out of memory ${this.#outOfMemory} times`,
    );
  }

  async #runThread(seed: number, seconds: number): Promise<End> {
    const started = new Int32Array(new SharedArrayBuffer(8));
    const { script, blocks } = this.#bundle;
    const worker = new Worker(script, {
      workerData: {
        name: this.#format,
        blocks,
        seeds: this.#seeds,
        seconds,
        seed,
        folder: this.#folder,
        started,
      },
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    worker.on('message', (message: Message) => this.#hear(message));
    let end: End = 'complete';
    worker.on('error', (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        end = 'memory';
      else this.#keep(`ends its thread: ${String(error)}`, this.#lastInput());
    });
    const stopWatching = watchInputs(started, () => {
      end = 'time';
      void worker.terminate();
    });
    await new Promise<void>((resolve) => worker.on('exit', () => resolve()));
    stopWatching();
    this.#inputs += Atomics.load(started, 0);
    return end;
  }

  #hear({ kind, cause = '', bytes, visited = 0 }: Message): void {
    if (kind === 'failure' && bytes) this.#keep(cause, bytes);
    else this.#visited = Math.max(this.#visited, visited);
  }

  #lastInput(): Uint8Array {
    const path = join(this.#folder, `${this.#format}.input`);
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  }

  #keep(cause: string, bytes: Uint8Array): void {
    this.found += 1;
    const path = join(this.#folder, `${this.#format}-${this.found}`);
    writeFileSync(path, bytes);
    console.log(`FOUND  ${this.#format}: ${cause}\n       ${path}`);
  }
}

/** Calls `onSlow` when one input has taken more CPU than it may. CPU says the same on a busy machine. */
const watchInputs = (started: Int32Array, onSlow: () => void): (() => void) => {
  let [before, since] = [0, process.cpuUsage()];
  const watch = setInterval(() => {
    const now = Atomics.load(started, 0);
    const isReading = Atomics.load(started, 1) === 1;
    const { user, system } = process.cpuUsage(since);
    // Making the next input out of large ones takes time as well, which is not the parser's.
    if (now !== before || !isReading) [before, since] = [now, process.cpuUsage()];
    else if (before > 0 && (user + system) / 1000 > longestMs) {
      clearInterval(watch);
      onSlow();
    }
  }, 500);
  return () => clearInterval(watch);
};

// Inside the repository, because packages outside the bundle are resolved from the folder of the bundle.
const folder = mkdtempSync(join(root, 'node_modules', '.fuzz-'));
const bundle = await bundleFuzzer(root, folder);
let found = 0;
for (const format of positionals) {
  const fuzzer = new FormatFuzzer(format, bundle, folder);
  await fuzzer.run();
  found += fuzzer.found;
}
console.log(`${found} found`);
process.exitCode = found === 0 && positionals.length > 0 ? 0 : 1;
