import { threadId } from 'node:worker_threads';
import { defineComputation } from '../../src/kernel/compute/index.ts';

/** Computations that do what no computation of the product should. */
export const thread = defineComputation({ name: 'thread', compute: (_nothing: null) => threadId });

export const refuse = defineComputation({
  name: 'refuse',
  compute: (why: string): never => {
    throw new RangeError(why);
  },
});

/** Says that it has begun, and goes on until it is told to end. */
export const wait = defineComputation({
  name: 'wait',
  compute: (flags: Int32Array): string => {
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
    Atomics.wait(flags, 1, 0);
    return 'waited';
  },
});

export const exhaust = defineComputation({
  name: 'exhaust',
  compute: (_nothing: null): number => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => at + kept.length));
  },
});

export const die = defineComputation({ name: 'die', compute: (code: number): never => process.exit(code) });

export const unknown = defineComputation({ name: 'unknown', compute: (_nothing: null) => 0 });
