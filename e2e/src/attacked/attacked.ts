import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Product, type ProductChoice, startProduct } from '../product.ts';
import type { Wait } from './poll-health.ts';

/** What others noticed of an attack, in milliseconds. */
export interface Harm {
  /** 99th percentile of the waits for `/api/health`, and of a bare server beside it, which knows only the machine's load. */
  healthP99: number;
  bareP99: number;
  /** Calls of `/api/health` that were counted. */
  calls: number;
  /** CPU that the thread that answers calls used in one go at most; 0 for less than 10. */
  longestSlice: number;
  /** What took longer than it may, with the time at which it ended. */
  slices: Slice[];
}

/** One go of the thread that answers calls, as the probe saw it. */
export interface Slice {
  at: number;
  ms: number;
}

/** The longest that `/api/health` may wait. */
export const longestWait = 100;

export interface Attacked {
  readonly product: Product;
  /** Does the work while `/api/health` is called every 10 milliseconds from another thread, and says what that noticed; prints it under the name. */
  during(name: string, work: () => Promise<unknown>): Promise<Harm>;
  close(): Promise<void>;
}

const p99 = (waits: readonly Wait[]): number =>
  waits.map(({ ms }) => ms).sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;

/** On a machine on which even a bare server waits longer than this, waits say nothing about ours. */
const quietMs = 10;

/** The server's own threads and its database make half of this. */
const isQuiet = (bareP99: number): boolean =>
  bareP99 <= quietMs && (loadavg()[0] ?? 0) <= 2 * availableParallelism();

/**
 * Whether others were kept waiting. The CPU of one go is the same on a busy machine, so it always counts; the waits
 * themselves count where the machine is quiet.
 */
export const isHarmed = ({ healthP99, bareP99, longestSlice }: Harm): boolean =>
  longestSlice > longestWait || (isQuiet(bareP99) && healthP99 > longestWait);

/** The built product in a process of its own, with its event loop under watch. */
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
  // The first answers of a new server load what it needs for them.
  await sleep(500);
  return {
    product,
    async during(name, work) {
      await collect();
      const since = Date.now();
      await work();
      // What a standstill kept is answered after it.
      await (await fetch(addresses[0] ?? '')).text();
      await sleep(100);
      const [health = [], bareWaits = []] = await collect();
      const slices = await slicesSince(since);
      const harm: Harm = {
        healthP99: Math.round(p99(health)),
        bareP99: Math.round(p99(bareWaits)),
        calls: health.length,
        longestSlice: Math.round(Math.max(0, ...slices.map(({ ms }) => ms))),
        slices: slices.filter(({ ms }) => ms > longestWait),
      };
      process.stdout.write(
        `${name}: health p99 ${harm.healthP99} ms (bare server ${harm.bareP99}), longest slice ${harm.longestSlice} ms\n`,
      );
      return harm;
    },
    async close() {
      await Promise.all([poller.terminate(), bare.terminate()]);
      await product.close();
      await rm(probe, { force: true });
    },
  };
};
