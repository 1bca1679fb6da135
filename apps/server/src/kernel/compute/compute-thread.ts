import { Worker } from 'node:worker_threads';
import { AppError } from '../base/errors.ts';
import { quarterOfMemoryMb } from '../config/machine-memory.ts';
import type { Answer, Order } from './computation.ts';

export interface ThreadOptions {
  /** The file that calls `serveComputations`. */
  entry: string | URL;
  /** JavaScript heap of a thread in MiB. Default: a quarter of the machine's memory. */
  heapMb?: number;
}

/** What is under way in a thread. */
interface Asked {
  promise: PromiseWithResolvers<unknown>;
  deadlineMs: number;
  timer?: NodeJS.Timeout;
}

const deathOf = (error: unknown): AppError =>
  new AppError(
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? 'compute.out_of_memory'
      : 'compute.interrupted',
    undefined,
    { cause: error },
  );

/** One thread without the server's environment, which computes one thing at a time. */
export class ComputeThread {
  readonly #worker: Worker;
  #asked: Asked | undefined;
  #isAlive = true;

  constructor({ entry, heapMb = quarterOfMemoryMb() }: ThreadOptions) {
    this.#worker = new Worker(entry, {
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker
      .on('message', (answer: Answer) => this.#hear(answer))
      .on('messageerror', (error) => this.#die(error))
      .on('error', (error) => this.#die(error))
      .on('exit', (code) => this.#die(new Error(`The thread ended with ${code}.`)));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Throws what the computation throws, `compute.too_long` once it has computed for longer than `deadlineMs`,
   * `compute.out_of_memory` and `compute.interrupted`.
   */
  compute(order: Order, deadlineMs: number): Promise<unknown> {
    const promise = Promise.withResolvers<unknown>();
    this.#asked = { promise, deadlineMs };
    this.#worker.ref();
    try {
      this.#worker.postMessage(order);
    } catch (error) {
      this.#settle({ type: 'error', error });
    }
    return promise.promise;
  }

  /** Ends it, also in the middle of a computation, which then fails. */
  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  #hear(answer: Answer): void {
    if (answer.type !== 'begun') this.#settle(answer);
    // A thread that is only starting has not used up any of the time.
    else if (this.#asked) this.#asked.timer = setTimeout(() => this.#giveUp(), this.#asked.deadlineMs);
  }

  #giveUp(): void {
    void this.end();
    this.#settle({ type: 'error', error: new AppError('compute.too_long') });
  }

  #settle(answer: Exclude<Answer, { type: 'begun' }>): void {
    // A thread that waits for work is no reason for the process to go on.
    this.#worker.unref();
    const asked = this.#asked;
    this.#asked = undefined;
    clearTimeout(asked?.timer);
    if (answer.type === 'output') asked?.promise.resolve(answer.output);
    else asked?.promise.reject(answer.error);
  }

  #die(error: unknown): void {
    this.#isAlive = false;
    this.#settle({ type: 'error', error: deathOf(error) });
  }
}
