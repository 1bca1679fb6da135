import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { ComputationStopped, defineComputation } from '../../src/kernel/compute/computation.ts';

/** These computations misbehave in ways that no computation of the product should. */
const deadlineMs = 10_000;

export const thread = defineComputation({
  name: 'thread',
  deadlineMs,
  compute: (_nothing: null) => threadId,
});

/** Returns how the operating system ranks its thread. */
export const priority = defineComputation({
  name: 'priority',
  deadlineMs,
  compute: (_nothing: null) => getPriority(),
});

export const refuse = defineComputation({
  name: 'refuse',
  deadlineMs,
  compute: (why: string): never => {
    throw new RangeError(why);
  },
});

/** Reports that it has started, and runs until it is told to end. */
export const wait = defineComputation({
  name: 'wait',
  deadlineMs,
  compute: (flags: Int32Array): string => {
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
    Atomics.wait(flags, 1, 0);
    return 'waited';
  },
});

export const exhaust = defineComputation({
  name: 'exhaust',
  deadlineMs,
  compute: (_nothing: null): number => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => at + kept.length));
  },
});

export const die = defineComputation({
  name: 'die',
  deadlineMs,
  compute: (code: number): never => process.exit(code),
});

export const unknown = defineComputation({ name: 'unknown', deadlineMs, compute: (_nothing: null) => 0 });

/** Works like `wait`, and like `thread`, as code of customers. */
export const waitForeign = defineComputation({ ...wait, name: 'wait', isOfFlows: true });
export const threadForeign = defineComputation({ ...thread, name: 'thread', isOfFlows: true });

/** Reports that it has started, and in which thread, and computes until it is told to end or asked to stop. */
export const askForeign = defineComputation({
  name: 'ask',
  deadlineMs,
  isOfFlows: true,
  compute(flags: Int32Array, stop): string {
    Atomics.store(flags, 2, threadId);
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
    while (Atomics.load(flags, 1) === 0) if (stop?.isAsked() === true) throw new ComputationStopped();
    return 'ended';
  },
});

/** Works like `wait`, with a deadline that passes. */
export const waitTooLong = defineComputation({ ...wait, deadlineMs: 50 });

/** Works like `wait`, as one of the long computations. */
export const waitLong = defineComputation({ ...wait, deadlineMs: 60_000_000 });

/** Returns the number of its thread. For a text of one letter it runs in the calling thread. */
export const threadOf = defineComputation({
  name: 'threadOf',
  deadlineMs,
  isSmall: (text: string) => text.length === 1,
  compute: (_text: string) => threadId,
});
