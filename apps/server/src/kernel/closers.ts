import type { Log } from './log.ts';

const deadlineMs = 5000;

/** What was opened, closed in reverse order, each with a deadline so that one that hangs cannot hold the rest. */
export class Closers {
  readonly #open: Array<{ name: string; close: () => Promise<unknown> | unknown }> = [];
  readonly #log: Log;
  #closing: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<unknown> | unknown): void {
    this.#open.push({ name, close });
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#open.reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, deadlineMs, 'late');
      });
      const outcome = await Promise.race([Promise.resolve().then(close), late]).catch((error: unknown) => {
        this.#log.error({ err: error }, `${name} did not close cleanly`);
      });
      clearTimeout(timer);
      if (outcome === 'late') this.#log.error(`${name} did not close in time`);
    }
  }
}
