import { defaultTimeouts, type Timeouts } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';

/**
 * The time limits of one call. `signal` aborts on the caller's abort, on the total time, and on the limit that is armed; `failure`
 * then says which. One timer per limit, restarted by each piece of the reply.
 */
export class Deadline {
  readonly signal: AbortSignal;
  failure: ModelError | undefined;
  readonly endsAt: number;
  readonly #controller = new AbortController();
  readonly #timeouts: Timeouts;
  readonly #total: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  #wait: NodeJS.Timeout | undefined;

  constructor(timeouts: Partial<Timeouts> | undefined, outer: AbortSignal | undefined) {
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.signal = this.#controller.signal;
    this.endsAt = Date.now() + this.#timeouts.totalMs;
    this.#total = setTimeout(this.#timedOut, this.#timeouts.totalMs);
    this.#outer = outer;
    if (outer?.aborted) this.#aborted();
    else outer?.addEventListener('abort', this.#aborted, { once: true });
  }

  /** Waits at most `connectMs` for the provider to accept the call. */
  armConnect(): void {
    clearTimeout(this.#wait);
    this.#wait = setTimeout(this.#timedOut, this.#timeouts.connectMs);
  }

  /** Waits at most `idleMs` between two pieces; `touch` restarts the wait. */
  armIdle(): void {
    clearTimeout(this.#wait);
    this.#wait = setTimeout(this.#timedOut, this.#timeouts.idleMs);
  }

  touch(): void {
    this.#wait?.refresh();
  }

  disarm(): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
  }

  /** Settles with `work`, or throws `failure` as soon as the call is over, even if `work` continues. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const over = () => reject(this.failure ?? new ModelError('models.aborted'));
    if (this.signal.aborted) over();
    this.signal.addEventListener('abort', over, { once: true });
    work.catch(() => undefined);
    try {
      return await Promise.race([work, promise]);
    } catch (error) {
      throw this.failure ?? error;
    } finally {
      this.signal.removeEventListener('abort', over);
    }
  }

  /** Sleeps, or throws `failure` when the call ends first. */
  async sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    try {
      await this.race(promise);
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.disarm();
    clearTimeout(this.#total);
    this.#outer?.removeEventListener('abort', this.#aborted);
  }

  readonly #timedOut = (): void => {
    this.#fail(new ModelError('models.timeout', { retryable: true }));
  };

  readonly #aborted = (): void => {
    this.#fail(new ModelError('models.aborted'));
  };

  #fail(failure: ModelError): void {
    if (this.failure) return;
    this.failure = failure;
    this.#controller.abort(failure);
  }
}
