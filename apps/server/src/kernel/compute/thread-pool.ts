import { AppError } from '../base/errors.ts';
import type { Order } from './computation.ts';
import { ComputeThread, type ThreadOptions } from './compute-thread.ts';
import { FairQueue } from './fair-queue.ts';

export interface PoolOptions extends ThreadOptions {
  /** The maximum number of threads, which are started on demand. */
  threads: number;
  /** An idle thread ends after this many milliseconds. */
  idleMs: number;
  /** The most jobs of one key that may wait. */
  mostWaiting: number;
  /** One more thread is started when a key waits while all threads work for one other key. */
  hasSpare?: boolean;
}

/** A computation, its input, and the key it is queued under. */
export interface Job {
  key: string;
  order: Order;
  deadlineMs: number;
  signal: AbortSignal | undefined;
}

interface Task extends Job {
  answer: PromiseWithResolvers<unknown>;
  /** The thread that runs the computation at the moment. */
  thread: ComputeThread | undefined;
}

/** Runs computations in a limited number of threads. Keys take turns; the jobs of one key run in their order. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<ComputeThread>();
  readonly #idle = new Map<ComputeThread, NodeJS.Timeout>();
  readonly #waiting = new FairQueue<Task>();
  /** The number of threads that work for a key. */
  readonly #working = new Map<string, number>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Throws as `ComputeThread.compute` does, `compute.busy` when too many jobs of the key are waiting, and the signal's reason. */
  async run(job: Job): Promise<unknown> {
    const { key, signal } = job;
    signal?.throwIfAborted();
    if (this.#isClosed) throw new AppError('compute.interrupted');
    if (this.#waiting.countOf(key) >= this.#options.mostWaiting) throw new AppError('compute.busy');
    const task: Task = { ...job, answer: Promise.withResolvers(), thread: undefined };
    const cancel = () => this.#cancel(task, signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(key, task);
    this.#next();
    try {
      return await task.answer.promise;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { answer } of this.#waiting.clear()) answer.reject(new AppError('compute.interrupted'));
    await Promise.all([...this.#threads].map((thread) => this.#retire(thread)));
  }

  /** Gives the next job to a thread, if one is idle or may be started. */
  #next(): void {
    if (this.#waiting.size === 0) return;
    const thread = this.#hire();
    const task = thread && this.#waiting.shift((key) => this.#working.has(key));
    if (!task) return;
    task.thread = thread;
    const { key, answer, order, deadlineMs } = task;
    this.#working.set(key, (this.#working.get(key) ?? 0) + 1);
    const done = thread.compute(order, deadlineMs).then(answer.resolve, answer.reject);
    void done.finally(() => {
      task.thread = undefined;
      const left = (this.#working.get(key) ?? 1) - 1;
      if (left > 0) this.#working.set(key, left);
      else this.#working.delete(key);
      this.#release(thread);
    });
  }

  #hire(): ComputeThread | undefined {
    const [known] = this.#idle;
    if (known) {
      const [thread, timer] = known;
      clearTimeout(timer);
      this.#idle.delete(thread);
      return thread;
    }
    if (this.#threads.size >= this.#options.threads + (this.#needsSpare() ? 1 : 0)) return undefined;
    const thread = new ComputeThread(this.#options);
    this.#threads.add(thread);
    return thread;
  }

  #needsSpare(): boolean {
    const isHeldByOne = this.#options.hasSpare === true && this.#working.size === 1;
    return isHeldByOne && this.#waiting.hasIdle((key) => this.#working.has(key));
  }

  #release(thread: ComputeThread): void {
    const isSpare = this.#threads.size > this.#options.threads;
    if (thread.isAlive && !isSpare && !this.#isClosed) {
      const timer = setTimeout(() => void this.#retire(thread), this.#options.idleMs);
      this.#idle.set(thread, timer.unref());
    } else void this.#retire(thread);
    this.#next();
  }

  async #retire(thread: ComputeThread): Promise<void> {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#threads.delete(thread);
    await thread.end();
  }

  #cancel(task: Task, reason: unknown): void {
    this.#waiting.remove(task.key, task);
    task.answer.reject(reason);
    // The thread is released once it has ended.
    void task.thread?.end();
  }
}
