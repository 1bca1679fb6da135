import { TurnQueue, type TurnQueueOptions } from '@atelier/turns';
import { AppError } from '../base/errors.ts';
import { type Order, stopped } from './computation.ts';
import { ComputeThread, type ThreadOptions } from './compute-thread.ts';

export interface PoolOptions extends ThreadOptions {
  /** The most threads at the same time, which are started on demand, and how long each may be held while others wait. */
  turns: TurnQueueOptions;
  /** An idle thread ends after this many milliseconds. */
  idleMs: number;
  /** The most jobs of one key that may wait. */
  mostWaiting: number;
}

/** A computation, its input, and the key it is queued under. */
export interface Job {
  key: string;
  order: Order;
  deadlineMs: number;
  signal: AbortSignal | undefined;
  onWaits: ((waits: boolean) => void) | undefined;
}

/** Runs computations in a limited number of threads. Keys take turns; the jobs of one key begin in their order. */
export class ThreadPool {
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
