import { availableParallelism } from 'node:os';
import { TurnQueue, type TurnQueueOptions, type WorkAccount } from '@atelier/turns';
import { AppError } from '../base/errors.ts';
import { type Asker, type Computation, type Compute, type Order, stopped } from './computation.ts';
import { openProcess } from './compute-place.ts';
import { ComputeThread, type ThreadOptions } from './compute-thread.ts';

interface PoolOptions extends ThreadOptions {
  /** The most threads at the same time, which are started on demand, and how long each may be held while others wait. */
  turns: TurnQueueOptions;
  /** An idle thread ends after this many milliseconds. */
  idleMs: number;
  /** The most jobs of one key that may wait. */
  mostWaiting: number;
}

/** A computation, its input, and the key it is queued under. */
interface Job {
  key: string;
  order: Order;
  deadlineMs: number;
  signal: AbortSignal | undefined;
  onWaits: ((waits: boolean) => void) | undefined;
}

/** Runs computations in a limited number of threads. Keys take turns; the jobs of one key begin in their order. */
class ThreadPool {
  readonly #options: PoolOptions;
  readonly #queue: TurnQueue;
  readonly #threads = new Set<ComputeThread>();
  readonly #idle = new Map<ComputeThread, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new TurnQueue(options.turns);
  }

  /** Throws as `ComputeThread.compute` does, `compute.busy` when too many jobs of the key are waiting, and the signal's reason. */
  async run(job: Job): Promise<unknown> {
    job.signal?.throwIfAborted();
    if (this.#isClosed) throw new AppError('compute.interrupted');
    if (this.#queue.countWaiting(job.key) >= this.#options.mostWaiting) throw new AppError('compute.busy');
    let output = await this.#turn(job, false);
    // A computation that was stopped for others begins anew, in a turn that may last longer.
    while (output === stopped) output = await this.#turn(job, true);
    return output;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.refuseAll(new AppError('compute.interrupted'));
    await Promise.all([...this.#threads].map((thread) => this.#retire(thread)));
  }

  /** Computes the job in one turn, and returns its output; `stopped` when it took longer than the turn. */
  async #turn({ key, order, deadlineMs, signal, onWaits }: Job, isLong: boolean): Promise<unknown> {
    const held: { thread?: ComputeThread } = {};
    const turn = await this.#queue.take(key, {
      ...{ isLong, signal, onWaits },
      onOver: () => held.thread?.stop(),
    });
    if (this.#isClosed) throw new AppError('compute.interrupted');
    const thread = this.#hire(key);
    held.thread = thread;
    const end = () => void thread.end();
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await thread.compute(order, deadlineMs);
    } catch (error) {
      // The thread that was ended says that it was interrupted.
      throw signal?.aborted === true ? signal.reason : error;
    } finally {
      signal?.removeEventListener('abort', end);
      this.#release(thread);
      turn.end();
    }
  }

  #hire(key: string): ComputeThread {
    const isInBackground = this.#options.turns.account?.isInBackground(key) ?? false;
    for (const [thread, timer] of this.#idle) {
      if (thread.isInBackground !== isInBackground) continue;
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (thread.isAlive) return thread;
    }
    const thread = new ComputeThread({ ...this.#options, isInBackground });
    this.#threads.add(thread);
    return thread;
  }

  #release(thread: ComputeThread): void {
    if (!thread.isAlive || this.#isClosed) return void this.#retire(thread);
    const timer = setTimeout(() => void this.#retire(thread), this.#options.idleMs);
    this.#idle.set(thread, timer.unref());
  }

  async #retire(thread: ComputeThread): Promise<void> {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#threads.delete(thread);
    await thread.end();
  }
}

interface ComputeOptions extends Omit<ThreadOptions, 'openPlace' | 'isInBackground'> {
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
