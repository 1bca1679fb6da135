import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Product, type ProductChoice, startProduct } from '../product.ts';
import type { Wait } from './poll-health.ts';

/** The effects of an attack on other users, in milliseconds. */
export interface Harm {
  /**
   * The 99th percentile of the waits for `/api/health`, and for a bare server next to it that only shows the load of the
   * machine.
   */
  healthP99: number;
  bareP99: number;
  /** The number of counted calls of `/api/health`. */
  calls: number;
  /** The most CPU that the main thread used without a pause; 0 when it was less than 10. */
  longestSlice: number;
  /** The times without a pause that were longer than allowed, with the time at which each ended. */
  slices: Slice[];
}

/** One stretch of work of the main thread without a pause, as the probe saw it. */
export interface Slice {
  at: number;
  ms: number;
}

/** What other users and the probe noticed while something happened. */
export interface Noticed {
  health: readonly Wait[];
  bare: readonly Wait[];
  slices: readonly Slice[];
}

/** The longest that `/api/health` may take. */
export const longestWait = 100;

export interface Attacked {
  readonly product: Product;
  /**
   * Runs the work while another thread calls `/api/health` every 10 milliseconds. Prints under `name` and returns what those
   * calls noticed. Work that ends sooner should be repeated for at least two seconds (`repeatedly`): of 20 calls the 99th
   * percentile is the slowest.
   */
  during(name: string, work: () => Promise<unknown>): Promise<Harm>;
  /** Does the same, and leaves the judgement to the caller (`judge`), who may look at parts of the time one by one. */
  watch(work: () => Promise<unknown>): Promise<Noticed>;
  close(): Promise<void>;
}

/** Repeats the work, one time after the other, until two seconds have passed. */
export const repeatedly = (work: () => Promise<unknown>) => async (): Promise<void> => {
  for (const until = Date.now() + 2000; Date.now() < until; ) await work();
};

const p99 = (waits: readonly Wait[]): number =>
  waits.map(({ ms }) => ms).sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;

/** When even a bare server takes longer than this, waits say nothing about the product. */
const quietMs = 10;

/** Half of the load may come from the server's own threads and its database. */
const isQuiet = (bareP99: number): boolean =>
  bareP99 <= quietMs && (loadavg()[0] ?? 0) <= 2 * availableParallelism();

/**
 * Returns true when other users were kept waiting. CPU without a pause always counts, because it is the same on a busy machine.
 * Waits only count where the machine is quiet.
 */
export const isHarmed = ({ healthP99, bareP99, longestSlice }: Harm): boolean =>
  longestSlice > longestWait || (isQuiet(bareP99) && healthP99 > longestWait);

/** Sums up what was noticed, and prints it under `name`. */
export const judge = (name: string, { health, bare, slices }: Noticed): Harm => {
  const harm: Harm = {
    healthP99: Math.round(p99(health)),
    bareP99: Math.round(p99(bare)),
    calls: health.length,
    longestSlice: Math.round(Math.max(0, ...slices.map(({ ms }) => ms))),
    slices: slices.filter(({ ms }) => ms > longestWait),
  };
  process.stdout.write(
    `${name}: health p99 ${harm.healthP99} ms (bare server ${harm.bareP99}), longest slice ${harm.longestSlice} ms\n`,
  );
  return harm;
};

/** Starts the built product in a process of its own, with a probe in its event loop. */
export const startAttacked = async (choice: ProductChoice = {}): Promise<Attacked> => {
  const probe = join(tmpdir(), `atelier-loop-${randomUUID()}`);
  const product = await startProduct({
    ...choice,
    env: {
      ...choice.env,
      NODE_OPTIONS: `--import=${new URL('loop-probe.mjs', import.meta.url).href}`,
      ATELIER_LOOP_PROBE: probe,
    },
  });
  const bare = new Worker(new URL('bare-server.ts', import.meta.url));
  const [bareAddress] = (await once(bare, 'message')) as [string];
  const addresses = [`${product.origin}/api/health`, bareAddress];
  const poller = new Worker(new URL('poll-health.ts', import.meta.url), { workerData: { addresses } });
  const collect = async (): Promise<Wait[][]> => {
    poller.postMessage(null);
    return ((await once(poller, 'message')) as [Wait[][]])[0];
  };
  const slicesSince = async (since: number): Promise<Slice[]> => {
    const lines = (await readFile(probe, 'utf8').catch(() => '')).trim().split('\n');
    const slices = lines.map((line) => line.split(' ').map(Number));
    return slices.map(([at = 0, ms = 0]) => ({ at, ms })).filter(({ at }) => at >= since);
  };
  const watch = async (work: () => Promise<unknown>): Promise<Noticed> => {
    await collect();
    const since = Date.now();
    await work();
    // A call that arrived while the server was blocked is answered afterwards.
    await (await fetch(addresses[0] ?? '')).text();
    await sleep(100);
    const [health = [], bareWaits = []] = await collect();
    return { health, bare: bareWaits, slices: await slicesSince(since) };
  };
  // The first calls of a new server load the code that they need.
  await sleep(500);
  return {
    product,
    watch,
    during: async (name, work) => judge(name, await watch(work)),
    async close() {
      await Promise.all([poller.terminate(), bare.terminate()]);
      await product.close();
      await rm(probe, { force: true });
    },
  };
};
