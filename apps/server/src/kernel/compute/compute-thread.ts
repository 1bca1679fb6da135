import { readErrorCode } from '../base/error-code.ts';
import { AppError } from '../base/errors.ts';
import { quarterOfMemoryMb } from '../config/config-kinds.ts';
import { type Answer, type Order, stopped } from './computation.ts';
import { type ComputePlace, type OpenPlace, openThread } from './compute-place.ts';

export interface ThreadOptions {
  /** The file that calls `serveComputations`. */
  entry: string | URL;
  /** JavaScript heap of a thread in MiB. Default: a quarter of the machine's memory. */
  heapMb?: number;
  /** Default: a thread. */
  openPlace?: OpenPlace;
  /** Default: false. */
  isInBackground?: boolean;
}

/** A computation that does not stop within this time after it was asked to is stopped with its thread. */
const stopWithinMs = 300;

/** The computation that is running in a thread. */
interface RunningComputation {
  promise: PromiseWithResolvers<unknown>;
  deadlineMs: number;
  stop: Int32Array;
  timer?: NodeJS.Timeout;
  stopping?: NodeJS.Timeout;
}

const endedThreadError = (error: unknown): AppError =>
  new AppError(
    readErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'compute.out_of_memory' : 'compute.interrupted',
    undefined,
    { cause: error },
  );

/** One thread, or one process, which runs one computation at a time. */
export class ComputeThread {
  readonly isInBackground: boolean;
  readonly #place: ComputePlace;
  #running: RunningComputation | undefined;
  #isAlive = true;
  /** False until the thread has read its program. */
  #isReady = false;

  constructor({
    entry,
    heapMb = quarterOfMemoryMb(),
    openPlace = openThread,
    isInBackground = false,
  }: ThreadOptions) {
    this.isInBackground = isInBackground;
    this.#place = openPlace(
      { entry, heapMb, isInBackground },
      { onAnswer: (answer) => this.#hear(answer), onEnd: (error) => this.#die(error) },
    );
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Runs one computation in the thread and returns its output; `stopped` when `stop` was called before it was complete.
   * Throws what the computation throws, `compute.too_long` after `deadlineMs`, `compute.out_of_memory` and `compute.interrupted`.
   */
  compute(order: Order, deadlineMs: number): Promise<unknown> {
    const promise = Promise.withResolvers<unknown>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    this.#running = { promise, deadlineMs, stop };
    this.#place.keepAlive(true);
    if (this.#isReady) this.#watchDeadline();
    try {
      this.#place.send({ ...order, stop });
    } catch (error) {
      this.#settle({ type: 'error', error });
    }
    return promise.promise;
  }

  /** Stops the computation, at once or with the thread. Does nothing while the thread is starting. */
  stop(): void {
    const running = this.#running;
    if (!running || running.stopping || !this.#isReady) return;
    Atomics.store(running.stop, 0, 1);
    running.stopping = setTimeout(() => {
      void this.end();
      this.#settle({ type: 'stopped' });
    }, stopWithinMs);
  }

  /** Ends the thread. A computation that is running fails with `compute.interrupted`. */
  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#place.end();
  }

  #hear(answer: Answer): void {
    if (answer.type !== 'ready') return this.#settle(answer);
    this.#isReady = true;
    this.#watchDeadline();
  }

  /** The deadline counts from the moment the thread is ready, so starting it costs the computation nothing. */
  #watchDeadline(): void {
    if (this.#running) this.#running.timer = setTimeout(() => this.#giveUp(), this.#running.deadlineMs);
  }

  #giveUp(): void {
    void this.end();
    this.#settle({ type: 'error', error: new AppError('compute.too_long') });
  }

  #settle(answer: Exclude<Answer, { type: 'ready' }>): void {
    // An idle thread must not keep the process alive.
    this.#place.keepAlive(false);
    const running = this.#running;
    this.#running = undefined;
    clearTimeout(running?.timer);
    clearTimeout(running?.stopping);
    if (answer.type === 'stopped') running?.promise.resolve(stopped);
    else if (answer.type === 'output') running?.promise.resolve(answer.output);
    else running?.promise.reject(answer.error);
  }

  #die(error: unknown): void {
    this.#isAlive = false;
    this.#settle({ type: 'error', error: endedThreadError(error) });
  }
}
