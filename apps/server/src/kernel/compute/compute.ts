import { availableParallelism } from 'node:os';
import type { TurnQueueOptions, WorkAccount } from '@atelier/turns';
import type { Asker, Computation, Compute } from './computation.ts';
import { openProcess } from './compute-place.ts';
import type { ThreadOptions } from './compute-thread.ts';
import { ThreadPool } from './thread-pool.ts';

export interface ComputeOptions extends Omit<ThreadOptions, 'openPlace' | 'isInBackground'> {
  /** The entry file of the process for native code. Default: `entry`. */
  nativeEntry?: string | URL | undefined;
  /**
   * The most threads for long computations, as many again for quick ones, and for what strangers wrote; and for each of the three as many
   * more for those that take longer than others, and as many again for tenants whom the account prefers. Default: cores − 1, at least 1, at most 2.
   */
  threads?: number;
  /** Counts the time of each tenant, and says whose computations wait behind those of others. */
  account?: WorkAccount;
  /** An idle thread ends after this time. Default 10 seconds. */
  idleMs?: number;
  /** The most computations of one tenant that may wait. Default 100. */
  mostWaiting?: number;
}

/** Computations with a deadline up to this have threads of their own: a user waits for them, while a graph may take a minute. */
const quickMs = 10_000;

/** The process for native code holds what it has loaded for as many times the idle time. */
const nativeWarmth = 12;

/** Threads for the code of customers stay idle longer, because such code runs again soon; and more of a tenant may wait, because each takes seconds at most. */
const warmth = 6;
const patience = 10;

/** The longest time that a computation holds a thread while others wait: one that a user waits for, a long one, and one of strangers. */
const sliceMs = { quick: 1000, long: 5000, ofFlows: 200 };

const outputAs = <Output>(output: unknown): Output => output as Output;

const defaultThreads = (): number => Math.min(2, Math.max(1, availableParallelism() - 1));

export const createCompute = ({
  threads = defaultThreads(),
  idleMs = 10_000,
  mostWaiting = 100,
  nativeEntry,
  account,
  ...thread
}: ComputeOptions): Compute => {
  const newPool = (turns: TurnQueueOptions, own = { idleMs, mostWaiting }) =>
    new ThreadPool({ ...thread, ...own, turns: { ...turns, ...(account && { account }) } });
  const sliced = (ms: number): TurnQueueOptions => ({
    ...{ places: threads, longPlaces: threads, preferredPlaces: threads },
    sliceMs: ms,
  });
  const quick = newPool(sliced(sliceMs.quick));
  const long = newPool(sliced(sliceMs.long));
  const ofFlows = newPool(sliced(sliceMs.ofFlows), {
    idleMs: idleMs * warmth,
    mostWaiting: mostWaiting * patience,
  });
  const native = new ThreadPool({
    ...thread,
    entry: nativeEntry ?? thread.entry,
    openPlace: openProcess,
    turns: { places: 1, sliceMs: Number.POSITIVE_INFINITY, ...(account && { account }) },
    idleMs: idleMs * nativeWarmth,
    mostWaiting,
  });
  const choosePool = ({ isOfFlows, isNative, deadlineMs }: Computation<never, unknown>): ThreadPool => {
    if (isNative) return native;
    if (isOfFlows) return ofFlows;
    return deadlineMs <= quickMs ? quick : long;
  };
  return {
    async run<Input, Output>(
      computation: Computation<Input, Output>,
      input: Input,
      { tenantId, signal, onWaits }: Asker,
    ): Promise<Output> {
      signal?.throwIfAborted();
      if (computation.isSmall?.(input)) return computation.compute(input);
      const { name, deadlineMs } = computation;
      return outputAs<Output>(
        await choosePool(computation).run({
          key: tenantId,
          order: { name, input },
          deadlineMs,
          signal,
          onWaits,
        }),
      );
    },
    async close() {
      await Promise.all([quick.close(), long.close(), ofFlows.close(), native.close()]);
    },
  };
};
