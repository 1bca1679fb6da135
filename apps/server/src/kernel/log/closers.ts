import type { Log } from './log.ts';

/** Must be less than the ten seconds after which an ending server is killed. */
const TOTAL_MS = 8_000;

/** The time that is reserved for each part that still has to be closed. */
const RESERVED_MS = 400;

type Close = () => Promise<unknown> | unknown;

/**
 * Closes all opened parts in reverse order. A part that hangs is abandoned in time for the rest, so that the whole takes at most eight
 * seconds; a part that fails does not keep the others from closing.
 */
export class Closers {
  readonly #open: Array<{ name: string; close: Close }> = [];
  readonly #log: Log;
  readonly #totalMs: number;
  #closing: Promise<void> | undefined;

  constructor(log: Log, totalMs: number = TOTAL_MS) {
    this.#log = log;
    this.#totalMs = totalMs;
  }

  add(name: string, close: Close): void {
    this.#open.push({ name, close });
  }

  /** Closes everything once. Further calls wait for the same end. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const end = performance.now() + this.#totalMs;
    const reserved = Math.min(RESERVED_MS, this.#totalMs / (this.#open.length + 1));
    for (let next = this.#open.pop(); next; next = this.#open.pop()) {
      const budget = Math.max(end - performance.now() - reserved * this.#open.length, 0);
      await this.#closeOne(next, budget);
    }
  }

  async #closeOne({ name, close }: { name: string; close: Close }, milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, milliseconds, 'late');
    });
    const outcome = await Promise.race([Promise.resolve().then(close), late]).catch((error: unknown) => {
      this.#log.error({ err: error }, `${name} did not close cleanly`);
    });
    clearTimeout(timer);
    if (outcome === 'late') this.#log.error(`${name} did not close in time`);
  }
}
