import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkAccount } from '@atelier/turns';
import { LRUCache } from 'lru-cache';
import { defineService } from '../services/services.ts';

/** The longest that runs work before other requests are let in. */
const longestStretchMs = 6;

/** The milliseconds of the main thread that the runs of one company may use in a second, on the average. */
export const msPerSecond = 100;

/** The most that a company owes: a pause of the machine in the middle of its work must not stop its runs for long. */
const mostOwedMs = 3 * msPerSecond;

/** The time that a company has left; below zero it owes time. */
interface Share {
  left: number;
  at: number;
}

/** The most companies whose shares are remembered. Those that used nothing for a second have all of theirs. */
const mostShares = 10_000;

/**
 * Shares the main thread between the companies whose runs compute on it, and with all other requests. What takes long is computed in threads
 * (ADR 0018); this is for the many small computations of runs, whose number nobody bounds.
 */
export class MainThread {
  readonly #shares = new LRUCache<string, Share>({ max: mostShares });
  readonly #waiting: (() => void)[] = [];
  /** When runs began to work in the present turn of the event loop; undefined before they do. */
  #since: number | undefined;
  readonly #account: Pick<WorkAccount, 'charge'> | undefined;

  /** `account` counts the time together with that of threads and parsers. */
  constructor(account?: Pick<WorkAccount, 'charge'>) {
    this.#account = account;
  }

  /** Does work of a run at once, and counts its time for the company. */
  spend<T>(tenantId: string, work: () => T): T {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      const now = performance.now();
      const share = this.#shareOf(tenantId, now);
      share.left = Math.max(-mostOwedMs, share.left - (now - startedAt));
      this.#account?.charge(tenantId, now - startedAt);
    }
  }

  /**
   * Waits until a run may go on: until other requests have been let in, if runs have worked for some milliseconds, and until the company has
   * time again, if it has used its share. Throws the reason of the signal.
   */
  async turn(tenantId: string, signal?: AbortSignal): Promise<void> {
    if (this.#since === undefined) this.#begin();
    while (performance.now() - (this.#since ?? Number.POSITIVE_INFINITY) > longestStretchMs)
      await this.#letOthersIn();
    for (let owed = this.#owed(tenantId); owed > 0; owed = this.#owed(tenantId)) {
      await sleep(owed, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
      signal?.throwIfAborted();
    }
  }

  /** Those who wait go on one after another, each in a turn of the event loop, so that none of them overtakes another. */
  #letOthersIn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#next());
    return promise;
  }

  #begin(): void {
    const since = performance.now();
    this.#since = since;
    setImmediate(() => {
      if (this.#since === since) this.#since = undefined;
    });
  }

  #next(): void {
    this.#begin();
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
  }

  /** Returns the milliseconds after which the company has time again; 0 when it has. */
  #owed(tenantId: string): number {
    const share = this.#shares.get(tenantId);
    if (!share || share.left >= 0) return 0;
    const { left } = this.#shareOf(tenantId, performance.now());
    return left >= 0 ? 0 : Math.min(1000, Math.ceil((-left * 1000) / msPerSecond));
  }

  #shareOf(tenantId: string, now: number): Share {
    const known = this.#shares.get(tenantId);
    if (!known) {
      const share = { left: msPerSecond, at: now };
      this.#shares.set(tenantId, share);
      return share;
    }
    known.left = Math.min(msPerSecond, known.left + ((now - known.at) * msPerSecond) / 1000);
    known.at = now;
    return known;
  }
}

export const mainThread = defineService({
  name: 'kernel.main-thread',
  create: ({ workAccount }) => new MainThread(workAccount),
});
