import { expect } from 'vitest';

/**
 * Adds `toCostAtMost` to the tests. Work costs as much CPU as so many *references*, a piece of work that never changes and that takes about a
 * millisecond on a small server. Both are measured in the same thread right after each other, so that a slow or busy machine changes them alike.
 */
declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T> {
    /** Expects that a function, which may return a promise, costs at most so many references. Two more tries follow one that costs more. */
    toCostAtMost(references: number): Promise<void>;
  }
}

const tries = 3;

const rows = Array.from({ length: 2000 }, (_nothing, at) => ({ name: `row ${(at * 7919) % 2000}`, at }));
const reference = (): unknown =>
  JSON.parse(JSON.stringify(rows.toSorted((one, other) => (one.name < other.name ? -1 : 1))));

/** Returns the milliseconds of CPU that this thread computes until the work is done. */
const measureCpu = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

const runReferences = (): void => {
  for (let round = 0; round < 10; round += 1) reference();
};

/** The milliseconds of CPU of one reference now, from ten of them. */
const measureReference = async (): Promise<number> => (await measureCpu(runReferences)) / 10;

const newest = { ms: 0, at: Number.NEGATIVE_INFINITY };
/** A reference is measured again after so many milliseconds. */
const longestValid = 250;

/** The milliseconds of CPU of one reference, measured a moment ago or now. */
const readReference = async (): Promise<number> => {
  if (newest.ms === 0) for (let round = 0; round < 5; round += 1) runReferences();
  if (performance.now() - newest.at > longestValid) {
    newest.ms = await measureReference();
    newest.at = performance.now();
  }
  return newest.ms;
};

/** Returns the least cost of three tries, because the first one may still be compiled; fewer, as soon as one is low enough. */
const measureCost = async (work: () => unknown, enough: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries && least > enough; count += 1) {
    const before = await readReference();
    const spent = await measureCpu(work);
    const cost = spent / before;
    // What seems too much is compared with a reference measured right afterwards as well.
    least = Math.min(least, cost > enough ? spent / Math.max(before, await measureReference()) : cost);
  }
  return least;
};

expect.extend({
  async toCostAtMost(work: () => unknown, references: number) {
    const cost = await measureCost(work, references);
    return {
      pass: cost <= references,
      message: () => `expected a cost of at most ${references} references, not ${cost.toFixed(1)}`,
    };
  },
});
