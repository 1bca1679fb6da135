import { listTree } from '../../../e2e/src/process-tree.ts';
import { readCpu } from '../process-cpu.ts';
import { median } from '../statistics.ts';

/** The figures of one engine for runs of three recorded steps. */
export interface RunFigures {
  perSecond: number;
  /** Median milliseconds. */
  startToStep: number;
  stepToStep: number;
  /** CPU milliseconds for each run: in this process, which also makes the load, and in the other processes of the engine. */
  cpuHere: number;
  cpuOthers: number;
  runs: number;
}

export interface Load {
  starters: number;
  /** The duration of the measurement in seconds. */
  seconds: number;
  /** Continues until this many runs have ended, however long that takes. */
  atLeast?: number;
  /** Other processes whose CPU time counts, together with their children. */
  pids?: readonly number[];
}

const cpuOfTrees = async (pids: readonly number[]): Promise<number> => {
  let micros = 0;
  for (const pid of pids) for (const { pid: each } of await listTree(pid)) micros += await readCpu(each);
  return micros;
};

/** The times at which the steps of one run began, in milliseconds of one clock. `started` is when the run was requested. */
export interface RunTimes {
  started: number;
  steps: number[];
}

/**
 * Runs the given number of starters, each of which starts its next run when the previous one has ended. The time before the
 * measurement is not counted.
 */
export const measureStarters = async (
  { starters, seconds, atLeast = 0, pids = [] }: Load,
  runOnce: (tenant: number) => Promise<RunTimes>,
): Promise<RunFigures> => {
  let count = atLeast;
  const loop = async (until: number, keep: (times: RunTimes) => void) => {
    const one = async (tenant: number) => {
      while (performance.now() < until || count < atLeast) {
        keep(await runOnce(tenant));
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: starters }, (_, at) => one(at % 16)));
  };
  await loop(performance.now() + 1500, () => undefined);
  const found: RunTimes[] = [];
  count = 0;
  const othersBefore = await cpuOfTrees(pids);
  const before = process.cpuUsage();
  const from = performance.now();
  await loop(from + seconds * 1000, (times) => found.push(times));
  const tookMs = performance.now() - from;
  const { user, system } = process.cpuUsage(before);
  const others = (await cpuOfTrees(pids)) - othersBefore;
  const gaps = found.flatMap(({ steps }) => steps.slice(1).map((at, index) => at - (steps[index] ?? at)));
  return {
    perSecond: found.length / (tookMs / 1000),
    startToStep: median(found.map(({ started, steps }) => (steps[0] ?? started) - started)),
    stepToStep: median(gaps),
    cpuHere: (user + system) / 1000 / found.length,
    cpuOthers: others / 1000 / found.length,
    runs: found.length,
  };
};
