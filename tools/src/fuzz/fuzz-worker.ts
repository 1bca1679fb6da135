// Runs in a thread, as a part of the bundle whose blocks are marked: gives one input after the other to a target, and keeps those that
// visit blocks, or numbers of visits, that none before did.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { numbersFrom } from './mutate.ts';
import { mutateArchive } from './mutate-archive.ts';
import { describeMistake, targets } from './targets.ts';

const { name, blocks, seeds, seconds, seed, folder, started } = workerData as FuzzOrder;

/** What the thread gets. `started` counts the inputs, and says whether one is being read, so that the main thread sees when it takes too long. */
export interface FuzzOrder {
  name: string;
  blocks: number;
  seeds: Uint8Array[];
  seconds: number;
  seed: number;
  folder: string;
  started: Int32Array;
}

/** The marked blocks count their visits here. */
const visits = Reflect.get(globalThis, 'visits__') as Uint32Array;
/** For each block, the kinds of numbers of visits that were seen: one, two, some, many. */
const seen = new Uint8Array(blocks);

/** Visits in powers of two, because a loop that runs once more shows nothing new. */
const kindOf = (count: number): number => 1 << Math.min(7, 31 - Math.clz32(count));

/** Adds the visits to those that were seen, and returns whether any was new. */
const isNew = (): boolean => {
  let found = false;
  for (let block = 0; block < blocks; block += 1) {
    const count = visits[block] ?? 0;
    if (count === 0) continue;
    const kind = kindOf(count);
    if (((seen[block] ?? 0) & kind) === 0) found = true;
    seen[block] = (seen[block] ?? 0) | kind;
  }
  visits.fill(0);
  return found;
};

const inputPath = join(folder, `${name}.input`);

const target = targets[name];

/** Returns what failed in a way that has no name. What a library throws outside of its calls ends the attempt as well. */
const attempt = async (bytes: Buffer): Promise<string | undefined> => {
  writeFileSync(inputPath, bytes);
  Atomics.add(started, 0, 1);
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  thrown = (error) => resolve(describeMistake(error));
  Atomics.store(started, 1, 1);
  const mistake = await Promise.race([promise, target(bytes, inputPath)]);
  Atomics.store(started, 1, 0);
  return mistake;
};
let thrown: (error: unknown) => void = () => undefined;
process.on('uncaughtException', (error) => thrown(error)).on('unhandledRejection', (error) => thrown(error));

const main = async (): Promise<void> => {
  const pick = numbersFrom(seed);
  const corpus: Buffer[] = seeds.map((bytes) => Buffer.from(bytes));
  const causes = new Set<string>();
  const note = (cause: string | undefined, bytes: Buffer): void => {
    if (cause === undefined || causes.has(cause)) return;
    causes.add(cause);
    parentPort?.postMessage({ kind: 'failure', cause, bytes });
  };
  for (const bytes of corpus) note(await attempt(bytes), bytes);
  isNew();
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const [input, other] = [corpus[pick(corpus.length)], corpus[pick(corpus.length)]];
    if (!input || !other) break;
    const bytes = mutateArchive(input, other, pick);
    note(await attempt(bytes), bytes);
    if (isNew()) corpus.push(bytes);
  }
  const visited = seen.reduce((sum, kinds) => sum + (kinds === 0 ? 0 : 1), 0);
  parentPort?.postMessage({ kind: 'end', visited });
};

await main();
