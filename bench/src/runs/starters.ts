import { listTree } from '../../../e2e/src/process-tree.ts';
import { cpuOf } from '../process-cpu.ts';
import { median } from '../statistics.ts';

/** What one engine did with runs of three recorded steps. */
export interface RunFigures {
  perSecond: number;
  /** Milliseconds, medians. */
  startToStep: number;
  stepToStep: number;
  /** Milliseconds of processor time a run: this process, which makes the load too, and the others of the engine. */
  cpuHere: number;
  cpuOthers: number;
  runs: number;
}

export interface Load {
  starters: number;
  /** How long it is measured. */
  seconds: number;
  /** Goes on until so many runs have ended, however long that takes. */
  atLeast?: number;
  /** Processes beside this one whose processor time counts, with their children. */
  pids?: readonly number[];
}

const cpuOfTrees = async (pids: readonly number[]): Promise<number> => {
  let micros = 0;
  for (const pid of pids) for (const { pid: each } of await listTree(pid)) micros += await cpuOf(each);
  return micros;
};

/** When the steps of one run began, in milliseconds of one clock; `started` is when it was asked for. */
export interface RunTimes {
  started: number;
  steps: number[];
}

/** As many starters as given, each starting its next run when the last has ended; what happens before is not counted. */
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
