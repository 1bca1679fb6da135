import { availableParallelism } from 'node:os';
import { AppError } from '../errors.ts';
import type { Computation, Order } from './computation.ts';
import { ComputeThread, type ThreadOptions } from './compute-thread.ts';

export interface ComputeOptions extends ThreadOptions {
  /** Threads at most. They are started when there is something to compute. Default: cores − 1, at least 1, at most 2. */
  threads?: number;
  /** An unused thread ends after this time. Default 10 seconds. */
  idleMs?: number;
}

export interface Compute {
  /**
   * Computes in another thread, while this one answers others. Throws what the computation throws, `compute.out_of_memory`
   * and `compute.interrupted`, and the signal's reason, after which nobody computes on.
   */
  run<Input, Output>(
    computation: Computation<Input, Output>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<Output>;
  /** Ends every thread; what is under way or waits fails with `compute.interrupted`. */
  close(): Promise<void>;
}

interface Task {
  order: Order;
  answer: PromiseWithResolvers<unknown>;
  /** Who computes it at the moment. */
  thread: ComputeThread | undefined;
}

const outputAs = <Output>(output: unknown): Output => output as Output;

const defaultThreads = (): number => Math.min(2, Math.max(1, availableParallelism() - 1));

/** Threads that compute for the server, at most so many, in the order in which they are asked. */
class ThreadPool implements Compute {
  readonly #options: ComputeOptions;
  readonly #threads = new Set<ComputeThread>();
  readonly #idle = new Map<ComputeThread, NodeJS.Timeout>();
  #waiting: Task[] = [];
  #isClosed = false;

  constructor(options: ComputeOptions) {
    this.#options = options;
  }

  async run<Input, Output>(
    { name }: Computation<Input, Output>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<Output> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new AppError('compute.interrupted');
    const task: Task = { order: { name, input }, answer: Promise.withResolvers(), thread: undefined };
    const cancel = () => this.#cancel(task, signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(task);
    this.#next();
    try {
      return outputAs<Output>(await task.answer.promise);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { answer } of this.#waiting.splice(0)) answer.reject(new AppError('compute.interrupted'));
    await Promise.all([...this.#threads].map((thread) => this.#retire(thread)));
  }

  /** Gives the first who waits to a thread, if one is free or may be started. */
  #next(): void {
    if (this.#waiting.length === 0) return;
    const thread = this.#hire();
    const task = thread && this.#waiting.shift();
    if (!task) return;
    task.thread = thread;
    const { answer, order } = task;
    const done = thread.compute(order).then(answer.resolve, answer.reject);
    void done.finally(() => {
      task.thread = undefined;
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
    if (this.#threads.size >= (this.#options.threads ?? defaultThreads())) return undefined;
    const thread = new ComputeThread(this.#options);
    this.#threads.add(thread);
    return thread;
  }

  #release(thread: ComputeThread): void {
    if (thread.isAlive && !this.#isClosed) {
      const timer = setTimeout(() => void this.#retire(thread), this.#options.idleMs ?? 10_000);
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
    this.#waiting = this.#waiting.filter((each) => each !== task);
    task.answer.reject(reason);
    // Its thread is released as dead once it has ended.
    void task.thread?.end();
  }
}

export const createCompute = (options: ComputeOptions): Compute => new ThreadPool(options);
