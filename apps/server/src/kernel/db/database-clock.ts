import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

/** Clocks that differ by less than this count as one, because a measurement is no more exact than a busy machine allows. */
const sameClockMs = 1000;
/** A clock that moves by more than this against the time that has passed was set. */
const setByMs = 200;
const freshForMs = 60_000;

const milliseconds = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';

/**
 * The clock of the database, which decides when something is due. Times that the database compares with its own clock are computed with this
 * one, because the clock of this machine may be wrong, and may be set at any moment.
 */
export class DatabaseClock {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #log: Log;
  /** The milliseconds by which the database is ahead of this machine. */
  #aheadMs = 0;
  /** The time of day at which this process began, by the clock of this machine. It changes when that clock is set. */
  #origin = Date.now() - performance.now();
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | undefined;

  constructor(pool: Pick<Pool, 'query'>, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Milliseconds since 1970. While a clock that was set is measured anew, the time goes on from before. */
  now(): number {
    const passed = performance.now();
    const ours = Date.now();
    const isSet = Math.abs(ours - passed - this.#origin) > setByMs;
    if (isSet || passed - this.#measuredAt > freshForMs) void this.measure();
    return (isSet ? this.#origin + passed : ours) + this.#aheadMs;
  }

  /** Asks the database for its time. Without an answer the last one counts. */
  measure(): Promise<void> {
    this.#measuring ??= this.#ask()
      .catch((error: unknown) => this.#log.debug({ err: error }, 'the clock of the database is unknown'))
      .finally(() => {
        this.#measuring = undefined;
      });
    return this.#measuring;
  }

  async #ask(): Promise<void> {
    const sentAt = performance.now();
    this.#measuredAt = sentAt;
    const { rows } = await this.#pool.query<{ now: number }>(milliseconds);
    const [row] = rows;
    if (!row) return;
    const answeredAt = performance.now();
    this.#origin = Date.now() - answeredAt;
    const aheadMs = row.now - (this.#origin + (sentAt + answeredAt) / 2);
    this.#aheadMs = Math.abs(aheadMs) < sameClockMs ? 0 : aheadMs;
  }
}
