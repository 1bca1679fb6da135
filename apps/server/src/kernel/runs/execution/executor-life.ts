import { randomUUID } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';
import { readErrorCode } from '../../base/error-code.ts';
import { exactTypes } from '../../db/wire/exact-types.ts';
import type { Log } from '../../log/log.ts';
import { BatchWriter } from './batch-writer.ts';
import type { ClaimedRun } from './claimed-run.ts';

/** Milliseconds after which an executor without a heartbeat counts as dead. */
export const leaseMs = 15_000;
const renewEveryMs = 4_000;
/**
 * The share of the lease after which the executor's own clock stops it, so that a process that was frozen begins nothing when
 * it wakes up.
 */
const ownShare = 0.9;

/** The result of one heartbeat of an executor. */
export interface Watch {
  /** True when there are other executors, whose death must be noticed soon. */
  others: boolean;
  /** True when runs of any lane wait for an executor. */
  waiting: boolean;
  /** Milliseconds until the next timer of a run is due, negative when it is; null without timers. */
  due_in: number | null;
}

interface LifeParts {
  connectionString: string;
  log: Log;
  onWoken: () => void;
  /** Called with runs of this executor that are to be cancelled. */
  onCancel: (runIds: readonly string[]) => void;
  onEnd: () => void;
  /** Milliseconds, for tests. */
  leaseMs?: number;
}

/**
 * The lane to claim for, the number of runs, the most for one tenant, and how many runs of each tenant are in progress here.
 */
export interface ClaimOrder {
  lane: number;
  places: number;
  cap: number;
  busy: readonly { t: string; n: number }[];
}

const poolerMessage =
  'Runs need sessions of their own, and this database address leads through a pooler that shares them between clients ' +
  '(transaction pooling). Give DATABASE_URL or DATABASE_APP_URL an address of PostgreSQL itself, or of a pooler in session mode.';

const connect = async (parts: LifeParts, name: string): Promise<Client> => {
  const client = new Client({
    connectionString: parts.connectionString,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types: exactTypes,
  });
  // Callers of a statement get its error; the life of the executor ends through `end`.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Milliseconds that one session may wait for an answer while the other is in a transaction. */
const longestAnswerMs = 10_000;

const findBackendPid = async (client: Client): Promise<number> => {
  const text = 'select pg_backend_pid() as pid';
  const { rows } = await client.query<{ pid: number }>(
    Object.assign({ text }, { query_timeout: longestAnswerMs }),
  );
  return rows[0]?.pid ?? 0;
};

/**
 * Checks that the two sessions are separate and stay the same, which is not so behind a pooler in transaction mode. Returns the
 * process id of the reading session. Throws behind a pooler.
 */
export const refusePooler = async (writer: Client, reader: Client): Promise<number> => {
  const before = await findBackendPid(writer);
  await reader.query('begin');
  const held = await findBackendPid(reader);
  const after = await findBackendPid(writer).catch((error: unknown) => {
    throw new Error(poolerMessage, { cause: error });
  });
  await reader.query('rollback');
  const later = await findBackendPid(reader);
  if (before !== after || held !== later || before === held) throw new Error(poolerMessage);
  return held;
};

/**
 * One life of an executor: two sessions that both hold its advisory lock, and a lease for all its runs that is renewed with one
 * statement. It ends as a whole with either session, with the lease, or with a batch whose outcome is unknown. Its runs then go
 * to other executors, and nothing that it still does is written.
 */
export class ExecutorLife {
  readonly id = randomUUID();
  readonly writer: BatchWriter;
  readonly #writerClient: Client;
  readonly #reader: Client;
  readonly #parts: LifeParts;
  readonly #leaseMs: number;
  #leasedUntil: number;
  #renewedAt = performance.now();
  #guard: NodeJS.Timeout | undefined;
  #isOver = false;
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(writerClient: Client, reader: Client, parts: LifeParts) {
    this.#writerClient = writerClient;
    this.#reader = reader;
    this.#parts = parts;
    this.#leaseMs = parts.leaseMs ?? leaseMs;
    this.#leasedUntil = performance.now() + this.#leaseMs * ownShare;
    this.writer = new BatchWriter({
      client: writerClient,
      me: this.id,
      onWoken: parts.onWoken,
      onFatal: (error) => this.end(error),
    });
  }

  /** Connects and registers. Throws when the database cannot be reached, or only through a pooler. */
  static async begin(parts: LifeParts): Promise<ExecutorLife> {
    const writer = await connect(parts, 'atelier runs writer');
    const reader = await connect(parts, 'atelier runs reader').catch(async (error: unknown) => {
      await writer.end();
      throw error;
    });
    try {
      const life = new ExecutorLife(writer, reader, parts);
      await life.#register();
      return life;
    } catch (error) {
      await Promise.allSettled([writer.end(), reader.end()]);
      throw error;
    }
  }

  async #register(): Promise<void> {
    const readerPid = await refusePooler(this.#writerClient, this.#reader);
    for (const client of [this.#writerClient, this.#reader]) {
      await client.query(`set lock_timeout = '5s'; set statement_timeout = '60s'`);
      await client.query('select pg_advisory_lock_shared(7, hashtext($1))', [this.id]);
    }
    const sentAt = performance.now();
    await this.#writerClient.query('select atelier.register_executor($1, $2, $3)', [
      this.id,
      readerPid,
      this.#leaseMs,
    ]);
    this.#leasedUntil = sentAt + this.#leaseMs * ownShare;
    for (const client of [this.#writerClient, this.#reader])
      client.once('end', () => this.end(new Error('a session was lost')));
    this.#guardLease();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * True while a step may begin, judged by this process's own clock, because the database cannot prevent effects outside it.
   */
  get isLeased(): boolean {
    if (!this.#isOver && performance.now() >= this.#leasedUntil) this.end(new Error('the lease ran out'));
    return !this.#isOver;
  }

  /** Renews the lease even if no heartbeat is due. */
  #guardLease(): void {
    clearTimeout(this.#guard);
    this.#guard = setTimeout(() => void this.watch({ renew: true }), this.renewEveryMs * 1.25);
  }

  /** Milliseconds between two renewals of the lease. */
  get renewEveryMs(): number {
    return Math.min(renewEveryMs, this.#leaseMs / 4);
  }

  /** Milliseconds until the next renewal of the lease is due. */
  get dueInMs(): number {
    return Math.max(0, this.#renewedAt + this.renewEveryMs - performance.now());
  }

  /**
   * Releases the runs of dead executors, reports the work that there is, and renews the lease when it is due. It is called as the heartbeat
   * of the executor. Returns undefined when the database did not answer.
   */
  async watch(options: { renew: boolean } = { renew: false }): Promise<Watch | undefined> {
    if (this.#isOver) return undefined;
    const sentAt = performance.now();
    // The timer may fire a little early.
    const isDue = options.renew || sentAt - this.#renewedAt > this.renewEveryMs * 0.9;
    if (isDue) this.#guardLease();
    try {
      const text = 'select * from atelier.watch_runs($1, $2)';
      const values = [this.id, isDue ? this.#leaseMs : null];
      const [row] = await this.#read<Watch & { cancelled: string[] }>('watch_runs', text, values);
      if (isDue) {
        this.#renewedAt = sentAt;
        this.#leasedUntil = sentAt + this.#leaseMs * ownShare;
      }
      if (row && row.cancelled.length > 0) this.#parts.onCancel(row.cancelled);
      return row;
    } catch (error) {
      // A renewal that fails once may succeed later, so the clock of the lease decides.
      if (!this.isLeased || isOfAnother(error)) this.end(error);
      return undefined;
    }
  }

  claim(orders: readonly ClaimOrder[]): Promise<ClaimedRun[]> {
    const text = 'select * from atelier.claim_runs($1, $2)';
    return this.#read('claim_runs', text, [this.id, JSON.stringify(orders)]);
  }

  /** Sends one statement after the other on the session that reads, claims and renews. */
  #read<R extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<R[]> {
    const read = this.#reading.then(async () => (await this.#reader.query<R>({ name, text, values })).rows);
    this.#reading = read.catch(() => undefined);
    return read;
  }

  /** Tells executors that runs have become claimable. */
  woke(): void {
    this.#parts.onWoken();
  }

  /** Ends this life at once. `reason` is logged unless the end was intended. */
  end(reason?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#guard);
    if (reason !== undefined)
      this.#parts.log.warn({ err: reason, executor: this.id }, 'the run executor ended; it begins anew');
    this.writer.end();
    for (const client of [this.#writerClient, this.#reader]) void client.end().catch(() => undefined);
    this.#parts.onEnd();
  }
}

const isOfAnother = (error: unknown): boolean => readErrorCode(error) === 'RUN02';
