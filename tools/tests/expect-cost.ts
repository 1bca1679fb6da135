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

let warm = false;

/** Returns the least cost of three tries, because the first one may still be compiled; fewer, as soon as one is low enough. */
const measureCost = async (work: () => unknown, enough: number): Promise<number> => {
  for (; !warm; warm = true) for (let round = 0; round < 5; round += 1) runReferences();
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries && least > enough; count += 1) {
    const before = await measureReference();
    const spent = await measureCpu(work);
    least = Math.min(least, spent / Math.max(before, await measureReference()));
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
