import { setTimeout as sleep } from 'node:timers/promises';

/** The outcome of a batch. `later` asks for another attempt, after the time that the receiver named. */
export type Delivery =
  | { outcome: 'taken'; refused: number }
  | { outcome: 'refused' }
  | { outcome: 'later'; afterMs?: number };

export interface QueueParts<T> {
  /** The most entries that wait. Those that come then are dropped. */
  capacity: number;
  batchSize: number;
  /** Milliseconds for which an entry waits for others to share its batch. */
  delayMs: number;
  /** Sends a batch. It never rejects. */
  send: (batch: readonly T[]) => Promise<Delivery>;
  count: (outcome: 'exported' | 'dropped' | 'refused', entries: number) => void;
  /** Milliseconds before a batch is sent again; doubles up to a minute. */
  pauseMs?: number;
}

const longestPauseMs = 60_000;
/** Attempts for one batch, after which it is dropped, so that newer entries have their turn. */
const mostAttempts = 8;

/**
 * Collects entries and sends them in batches, one after the other. Adding one costs nothing but memory, and never fails: what does not find
 * room, and what no attempt could deliver, is dropped and counted.
 */
export class SpanQueue<T> {
  readonly #parts: QueueParts<T>;
  #waiting: T[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(parts: QueueParts<T>) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#waiting.length;
  }

  add(entry: T): void {
    const { capacity, batchSize, delayMs, count } = this.#parts;
    if (this.#waiting.length >= capacity || this.#closing.signal.aborted) {
      count('dropped', 1);
      return;
    }
    this.#waiting.push(entry);
    if (this.#waiting.length >= batchSize) this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), delayMs).unref();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length > 0 && !this.#closing.signal.aborted) this.#begin();
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The batch keeps its places in the queue until it is delivered, so that no more than the capacity is ever in memory.
      const batch = this.#waiting.slice(0, this.#parts.batchSize);
      await this.#deliver(batch);
      this.#waiting.splice(0, batch.length);
    }
  }

  async #deliver(batch: readonly T[]): Promise<void> {
    const { send, count, pauseMs = 1000 } = this.#parts;
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const delivery = await send(batch);
      if (delivery.outcome === 'taken') {
        count('exported', batch.length - delivery.refused);
        if (delivery.refused > 0) count('refused', delivery.refused);
        return;
      }
      if (delivery.outcome === 'refused') {
        count('refused', batch.length);
        return;
      }
      if (this.#closing.signal.aborted) break;
      const pause = Math.min(longestPauseMs, delivery.afterMs ?? pauseMs * 2 ** attempt);
      await sleep(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
    }
    count('dropped', batch.length);
  }

  /** Sends what waits, once, and drops what is not taken. Resolves within `withinMs`. */
  async close(withinMs: number): Promise<void> {
    this.#closing.abort();
    if (this.#waiting.length > 0) this.#begin();
    await Promise.race([this.#sending, sleep(withinMs, undefined, { ref: false })]);
  }
}
