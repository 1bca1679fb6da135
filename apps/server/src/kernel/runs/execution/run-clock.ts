import type { ExecutorLife } from './executor-life.ts';

/** Milliseconds between checks while there are other executors, or runs that wait. */
const lookEveryMs = 500;

interface ClockParts {
  life: () => Pick<ExecutorLife, 'watch' | 'dueInMs'> | undefined;
  /** Called when runs may be claimed. */
  onWork: () => void;
}

/**
 * Decides when an executor asks the database for work. It asks often while it is busy or not alone. Otherwise notifications tell it about
 * runs and other executors, the timers of runs are known, and it asks only to renew its lease.
 */
export class RunClock {
  readonly #parts: ClockParts;
  #next: { at: number; timer: NodeJS.Timeout } | undefined;
  #alarm: { at: number; timer: NodeJS.Timeout } | undefined;
  #isStopped = false;

  constructor(parts: ClockParts) {
    this.#parts = parts;
  }

  /** Checks within half a second, because something has happened or may have happened. */
  lookSoon(): void {
    this.#lookIn(lookEveryMs);
  }

  #lookIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#isStopped || (this.#next && this.#next.at <= at)) return;
    clearTimeout(this.#next?.timer);
    this.#next = { at, timer: setTimeout(() => void this.look(), milliseconds) };
  }

  async look(): Promise<void> {
    clearTimeout(this.#next?.timer);
    this.#next = undefined;
    const life = this.#parts.life();
    const found = await life?.watch();
    if (typeof found?.due_in === 'number') this.wakeIn(found.due_in);
    if (found?.waiting) this.#parts.onWork();
    // Without an answer the state is unknown, so the next check comes soon. Otherwise it comes with the next renewal of the lease, which
    // would be a message of its own at any other time.
    if (!life || !found || found.others || found.waiting) this.lookSoon();
    else this.#lookIn(life.dueInMs);
  }

  /** Claims runs after this many milliseconds, when the timer of a run is due. */
  wakeIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#isStopped || (this.#alarm && this.#alarm.at <= at)) return;
    clearTimeout(this.#alarm?.timer);
    // Adds a little time, because the database compares with its own clock.
    const timer = setTimeout(
      () => {
        this.#alarm = undefined;
        this.lookSoon();
        this.#parts.onWork();
      },
      Math.max(0, Math.min(milliseconds + 2, 60_000)),
    );
    this.#alarm = { at, timer };
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#next?.timer);
    clearTimeout(this.#alarm?.timer);
  }
}
