import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { readErrorCode } from '../../base/error-code.ts';
import { isTransactionConflict } from '../../db/database-errors.ts';
import { RunLost } from '../definition/causes.ts';
import type { EndRow, Hold, JournalRow, ParkRow, StartRow } from '../definition/rows.ts';

/** One change of a run, which is committed as a whole. */
export interface Change {
  start?: StartRow;
  steps?: readonly (Hold & JournalRow)[];
  park?: ParkRow;
  end?: EndRow;
}

export interface Committed {
  /** True when the start was new. */
  started: boolean;
  /** False when a signal had arrived for the run meanwhile. */
  parked: boolean;
}

interface Pending {
  change: Change;
  bytes: number;
  resolve: (committed: Committed) => void;
  reject: (error: unknown) => void;
}

/** Errors that concern single runs of the batch: another process owns them, or the database refuses their rows. */
const isOfOneRun = (code: string): boolean => /^(22|23|54|RUN01|55P03|P0001)/.test(code);
/** Errors for lack of disk space or memory. Nothing was written, and the same batch may soon succeed. */
const mayPass = (code: string): boolean => code.startsWith('53');

const mostChanges = 512;
/** Characters of JSON in one statement, so that other runs need not wait for a batch of large results. */
const mostBytes = 512 * 1024;
const pauseMs = 500;

interface Reply {
  started: string[] | null;
  parked: string[] | null;
  woken: number;
}

/**
 * Writes the changes of runs in batches, with one transaction at a time; changes that arrive meanwhile go into the next one.
 * There is no timer. A batch whose data the database refuses is repeated change by change, so that only the responsible run
 * fails. A batch with an unknown outcome ends the executor's life.
 */
export class BatchWriter {
  readonly #client: Client;
  readonly #me: string;
  readonly #onWoken: () => void;
  readonly #onFatal: (error: unknown) => void;
  #waiting: Pending[] = [];
  #isWriting = false;
  #failure: unknown;
  #changes = 0;

  constructor(parts: {
    client: Client;
    me: string;
    /** Called when runs have become claimable. */
    onWoken: () => void;
    onFatal: (error: unknown) => void;
  }) {
    this.#client = parts.client;
    this.#me = parts.me;
    this.#onWoken = parts.onWoken;
    this.#onFatal = parts.onFatal;
  }

  /**
   * Resolves after the commit. Rejects with the database's error, with `RunLost`, or with the reason for the end of the
   * executor's life.
   */
  write(change: Change): Promise<Committed> {
    if (this.#failure !== undefined) return Promise.reject(new RunLost('the executor has ended'));
    this.#changes += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, bytes: measureChange(change), resolve, reject });
      if (this.#isWriting) return;
      this.#isWriting = true;
      // Runs after the current microtasks, so that all code that continues after the same event shares a batch.
      setImmediate(() => void this.#drain());
    });
  }

  /** The number of changes that were passed to `write` so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Refuses all changes from now on, including those that wait. */
  end(): void {
    this.#failure ??= new RunLost('the executor has ended');
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(new RunLost('the executor has ended'));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 && this.#failure === undefined) {
      const batch = this.#take();
      try {
        await this.#writeBatch(batch);
      } catch (error) {
        this.#failure = error;
        for (const { reject } of batch) reject(new RunLost('the executor has ended', { cause: error }));
        this.end();
        this.#onFatal(error);
      }
      // Gives way to the code whose change was committed, so that its next changes share a batch.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isWriting = false;
  }

  #take(): Pending[] {
    let bytes = 0;
    let count = 0;
    while (count < Math.min(this.#waiting.length, mostChanges)) {
      bytes += this.#waiting[count]?.bytes ?? 0;
      if (count > 0 && bytes > mostBytes) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #writeBatch(batch: readonly Pending[]): Promise<void> {
    try {
      settle(batch, await this.#send(batch));
    } catch (error) {
      if (!isOfOneRun(readErrorCode(error))) throw error;
      await this.#writeOneByOne(batch);
    }
  }

  async #writeOneByOne(batch: readonly Pending[]): Promise<void> {
    const failed = new Set<string>();
    for (const one of batch) {
      const run = findRunId(one.change);
      if (failed.has(run)) {
        one.reject(new RunLost('an earlier change of this run failed'));
        continue;
      }
      try {
        settle([one], await this.#send([one]));
      } catch (error) {
        if (!isOfOneRun(readErrorCode(error))) throw error;
        failed.add(run);
        one.reject(readErrorCode(error) === 'RUN01' ? new RunLost('the run is in other hands') : error);
      }
    }
  }

  /** Sends a batch until the database has accepted or refused it. */
  async #send(batch: readonly Pending[]): Promise<Reply> {
    const values = [this.#me, ...toStatementValues(batch)];
    for (;;) {
      try {
        const { rows } = await this.#client.query<Reply>({
          name: 'commit_runs',
          text: 'select * from atelier.commit_runs($1, $2, $3, $4, $5)',
          values,
        });
        const reply = rows[0] ?? { started: null, parked: null, woken: 0 };
        if (reply.woken > 0) this.#onWoken();
        return reply;
      } catch (error) {
        if (this.#failure !== undefined) throw error;
        if (mayPass(readErrorCode(error))) await sleep(pauseMs);
        else if (!isTransactionConflict(error)) throw error;
      }
    }
  }
}

const findRunId = ({ start, steps, park, end }: Change): string =>
  start?.r ?? steps?.[0]?.r ?? park?.r ?? end?.r ?? '';

const measureChange = ({ start, steps, end }: Change): number => {
  let bytes = (start?.input.length ?? 0) + (end?.output?.length ?? 0);
  for (const { v, i } of steps ?? []) bytes += (v?.length ?? 0) + (i?.length ?? 0);
  return bytes;
};

const toJson = (rows: readonly unknown[]): string | null => (rows.length === 0 ? null : JSON.stringify(rows));

const toStatementValues = (batch: readonly Pending[]): (string | null)[] => {
  const starts: StartRow[] = [];
  const steps: unknown[] = [];
  const parks: ParkRow[] = [];
  const ends: EndRow[] = [];
  for (const { change } of batch) {
    if (change.start) starts.push(change.start);
    if (change.steps) steps.push(...change.steps);
    if (change.park) parks.push(change.park);
    if (change.end) ends.push(change.end);
  }
  return [toJson(starts), toJson(steps), toJson(parks), toJson(ends)];
};

const settle = (batch: readonly Pending[], { started, parked }: Reply): void => {
  const startedIds = new Set(started);
  const parkedIds = new Set(parked);
  for (const { change, resolve } of batch)
    resolve({
      started: change.start !== undefined && startedIds.has(change.start.r),
      parked: change.park !== undefined && parkedIds.has(change.park.r),
    });
};
