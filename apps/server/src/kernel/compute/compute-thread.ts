import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { quarterOfMemoryMb } from '../machine-memory.ts';
import type { Answer, Order } from './computation.ts';

export interface ThreadOptions {
  /** The file that calls `serveComputations`. */
  entry: string | URL;
  /** JavaScript heap of a thread in MiB. Default: a quarter of the machine's memory. */
  heapMb?: number;
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
  #asked: PromiseWithResolvers<unknown> | undefined;
  #isAlive = true;

  constructor({ entry, heapMb = quarterOfMemoryMb() }: ThreadOptions) {
    this.#worker = new Worker(entry, {
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker
      .on('message', (answer: Answer) => this.#settle(answer))
      .on('messageerror', (error) => this.#die(error))
      .on('error', (error) => this.#die(error))
      .on('exit', (code) => this.#die(new Error(`The thread ended with ${code}.`)));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Throws what the computation throws, `compute.out_of_memory` and `compute.interrupted`. */
  compute(order: Order): Promise<unknown> {
    const asked = Promise.withResolvers<unknown>();
    this.#asked = asked;
    this.#worker.ref();
    try {
      this.#worker.postMessage(order);
    } catch (error) {
      this.#settle({ type: 'error', error });
    }
    return asked.promise;
  }

  /** Ends it, also in the middle of a computation, which then fails. */
  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  #settle(answer: Answer): void {
    // A thread that waits for work is no reason for the process to go on.
    this.#worker.unref();
    const asked = this.#asked;
    this.#asked = undefined;
    if (answer.type === 'output') asked?.resolve(answer.output);
    else asked?.reject(answer.error);
  }

  #die(error: unknown): void {
    this.#isAlive = false;
    this.#settle({ type: 'error', error: deathOf(error) });
  }
}
