import { RunLost } from '../definition/causes.ts';
import type { StartRow } from '../definition/rows.ts';

/** The start of a run that is committed together with the first entries of the run. */
export class PendingStart {
  #row: StartRow | undefined;
  #isStored = false;
  readonly #stored = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout | undefined;

  /** Without a row, the start is committed already. `onLate` is called when nobody has taken the row for `lateMs` milliseconds. */
  constructor(row: StartRow | undefined, { lateMs, onLate }: { lateMs: number; onLate: () => void }) {
    this.#row = row;
    // Nobody may ask whether the start was stored.
    this.#stored.promise.catch(() => undefined);
    if (row) this.#timer = setTimeout(onLate, lateMs);
    else this.#noteStored();
  }

  #noteStored(): void {
    this.#isStored = true;
    this.#stored.resolve();
  }

  /** True until somebody has taken the row. */
  get isWaiting(): boolean {
    return this.#row !== undefined;
  }

  get isStored(): boolean {
    return this.#isStored;
  }

  /** Resolves when the start is committed. Rejects when it never will be. */
  get stored(): Promise<void> {
    return this.#stored.promise;
  }

  /** Returns the row for the change that commits it, once. */
  take(): StartRow | undefined {
    const row = this.#row;
    this.#row = undefined;
    clearTimeout(this.#timer);
    return row;
  }

  /** Notes that this change contains the row. */
  follow(written: Promise<unknown>): void {
    written.then(() => this.#noteStored(), this.#stored.reject);
  }

  /** Notes that nothing of the run is written any more. */
  giveUp(): void {
    this.take();
    // An error costs as much as a step, and most starts are stored.
    if (!this.#isStored) this.#stored.reject(new RunLost('the start of the run was not committed'));
  }
}
