import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { isAborted, isTooSlow } from '../base/errors.ts';
import { Recollection } from '../cache/remembered.ts';
import {
  isOutOfDate,
  OutOfDate,
  type RevisionRow,
  type Revisions,
  requireRevision,
  revisionColumns,
  revisionsIn,
  type Supposition,
} from '../cache/revisions.ts';
import { againOnConflict } from './again-on-conflict.ts';
import { type Ending, LastStatement, ReadEnding, type Reads, WriteEnding } from './ending.ts';
import { FairSlots } from './fair-slots.ts';
import { type Connection, databaseOf, Session } from './session.ts';
import { copyRows } from './wire/copy-rows.ts';
import { type Sender, sendQuery } from './wire/named-query.ts';
import { Turn } from './wire/turn.ts';

declare const bound: unique symbol;

/** A database handle inside a transaction that is bound to one tenant. Only `withTenant` makes one. */
export type TenantDb = NodePgDatabase & { readonly [bound]: 'tenant' };

/** A handle for the few tables that belong to no tenant (identity, directory, queue). Only `withoutTenant` makes one. */
export type GlobalDb = NodePgDatabase & { readonly [bound]: 'global' };

const asTenantDb = (db: NodePgDatabase): TenantDb => db as TenantDb;
const asGlobalDb = (db: NodePgDatabase): GlobalDb => db as GlobalDb;

/** The time limits of a transaction: `short` for a request; `long` for a run, a job or a chore. */
export type Patience = 'short' | 'long';

interface TimeLimits {
  /** The limit for one statement. */
  statementMs: number;
  /** The limit for waiting for a lock of another transaction. */
  lockMs: number;
  /** The limit between two statements. A transaction waits for nothing but the database, or in a run for a computation. */
  idleMs: number;
  /** The limit for waiting for a connection. */
  waitMs: number;
}

const timeLimits: Record<Patience, TimeLimits> = {
  short: { statementMs: 60_000, lockMs: 15_000, idleMs: 60_000, waitMs: 10_000 },
  long: { statementMs: 1_800_000, lockMs: 300_000, idleMs: 1_800_000, waitMs: 60_000 },
};

/** One connection for the channel of live signals and one for authentication, which take no slot. */
const sparedConnections = 2;
const slots = new WeakMap<Pool, FairSlots>();
const slotsOf = (pool: Pool): FairSlots => {
  const known = slots.get(pool);
  if (known) return known;
  const made = new FairSlots(Math.max(1, pool.options.max - sparedConnections));
  slots.set(pool, made);
  return made;
};

interface InTransaction {
  begun: Promise<unknown>;
  ending: Ending;
  last: LastStatement;
  viewer: string | undefined;
}

/**
 * Returns the connection of a transaction. Each statement waits for `begun` and fails with it. After a failure, PostgreSQL refuses the
 * statements that were sent behind it; they fail with its cause, because the work may see theirs first.
 */
const connectionOf = (client: Sender, { begun, ending, last, viewer }: InTransaction): Connection => {
  let failure: unknown;
  const answered = async <T>(send: () => Promise<T>): Promise<T> => {
    if (ending.isOver) throw new Error('A read at once sends all its statements before it waits for any.');
    last.noteStatement();
    try {
      const [, result] = await Promise.all([begun, send()]);
      return result;
    } catch (error) {
      if (!isAborted(error)) failure ??= error;
      throw failure ?? error;
    }
  };
  return {
    viewer,
    query: (statement) => answered(() => sendQuery(client, statement)),
    copyRows: (text, take) => answered(() => copyRows(client, text, take)),
  };
};

const settingsOf = ({ statementMs, lockMs, idleMs }: TimeLimits): Record<string, number> => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
});

const settingNames = ['app.tenant_id', ...Object.keys(settingsOf(timeLimits.short))];

/**
 * Excludes plans that read a whole table although there is an index. The plan of a named statement is kept, often from a time when the
 * table was small, and would read the whole table after it has grown. Custom plans are no alternative, because planning takes longer than
 * most of the statements.
 */
const planning = `set_config('enable_seqscan', 'off', true)`;

/**
 * Binds a transaction to a tenant, sets its time limits and reads the revisions of tenant and user. The limits are set here because a
 * connection pooler accepts none for a whole connection.
 */
const beginning = {
  name: 'atelier_begin',
  text: `select ${planning}, ${settingNames.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}, ${revisionColumns('$1', '$5')}`,
};

const starts = {
  write: { name: 'atelier_start', text: 'begin', values: [] },
  read: { name: 'atelier_start_reading', text: 'begin read only', values: [] },
};

interface Beginning {
  tenantId: string;
  /** The user for whom the transaction works, if there is one. */
  viewer?: string | undefined;
  patience: Patience;
  /** Data that is remembered about the caller and has to be current. */
  supposed?: Supposition | undefined;
  /** True when the first statement is sent only after the transaction has begun. */
  first: boolean;
  /** The way of a transaction that only reads. */
  reads?: Reads | undefined;
}

const begin = async (client: Sender, settings: Beginning): Promise<Revisions> => {
  const { tenantId, patience, supposed, reads } = settings;
  const limits = Object.values(settingsOf(timeLimits[patience])).map(String);
  const [, { rows }] = await Promise.all([
    sendQuery(client, reads ? starts.read : starts.write),
    sendQuery(client, { ...beginning, values: [tenantId, ...limits, supposed?.subjects.userId ?? ''] }),
  ]);
  const [row] = rows as unknown as RevisionRow[];
  if (!row) throw new Error('The transaction did not begin.');
  return revisionsIn(row);
};

/**
 * Lets the database compare what a transaction has used from memory with the present revisions, so that its commit need not wait until this
 * process has compared them. It compares later than the beginning does, so it is at least as strict.
 */
const requireCurrent =
  (client: Sender, { tenantId, supposed }: Beginning, recollection: Recollection) =>
  (): Promise<unknown> => {
    const about = supposed?.unproven;
    const ofTenant = new Set([...recollection.unproven, ...(about ? [about.tenant] : [])]);
    const required = [...ofTenant].map((revision) => [tenantId, revision]);
    if (about && supposed?.subjects.userId) required.push([supposed.subjects.userId, about.user]);
    return Promise.all(required.map((values) => sendQuery(client, { ...requireRevision, values })));
  };

/** The parts of a transaction besides its database handle. */
interface Beside {
  recollection: Recollection;
  last: LastStatement;
  /** Sends the commit of a read in two together with the statements that follow at once. */
  endWithThisTurn(): void;
}

type Work<T> = (db: NodePgDatabase, beside: Beside) => Promise<T>;

const transactOnce = async <T>(client: PoolClient, settings: Beginning, work: Work<T>): Promise<T> => {
  const { viewer } = settings;
  const recollection = new Recollection(settings.tenantId);
  let broken: Error | undefined;
  // A connection that fails between two statements emits `error`; without a listener the process would end.
  const onError = (error: Error) => {
    broken ??= error;
  };
  client.on('error', onError);
  const turn = new Turn(client);
  const last = new LastStatement(turn);
  const ending = settings.reads ? new ReadEnding(turn, settings.reads) : new WriteEnding(turn, last);
  try {
    const begun = begin(turn, settings).then((now) => {
      const isRemembered = recollection.judge(now.tenant);
      if (settings.supposed?.judge(now) === false || !isRemembered) throw new OutOfDate();
    });
    // The failure is reported by the first statement and by the end of the transaction.
    begun.catch(() => undefined);
    if (settings.first) await begun;
    const [outcome] = await Promise.allSettled([
      work(databaseOf(new Session(connectionOf(turn, { begun, ending, last, viewer }))), {
        recollection,
        last,
        endWithThisTurn: () => ending.endWithThisTurn(),
      }),
    ]);
    // A named end does not wait for the beginning. Nobody loses time over its verdict, because the database has compared the revisions.
    const ended =
      outcome.status === 'fulfilled' && last.isNamed
        ? ending.commit(requireCurrent(turn, settings, recollection))
        : undefined;
    // Work with outdated data may fail for that reason, so the revisions are compared before its failure is reported.
    await Promise.all([begun, ended?.catch(() => undefined)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    await (ended ?? ending.commit());
    recollection.keep();
    return outcome.value;
  } catch (error) {
    // When the database closes a connection, it reports the reason to the connection and not to the next statement.
    const cause = isTooSlow(broken) ? broken : isOutOfDate(error) ? new OutOfDate() : error;
    await ending.rollback().catch((failure: Error) => {
      broken = failure;
    });
    throw cause;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

/** Repeats a transaction that used outdated data from memory. That data has been forgotten by now. */
const againWhenOutOfDate = async <T>(supposed: Supposition | undefined, transact: () => Promise<T>) => {
  try {
    return await transact();
  } catch (error) {
    if (!(error instanceof OutOfDate) || supposed?.verdict === false) throw error;
    return againWhenOutOfDate(supposed, transact);
  }
};

const transaction = <T>(pool: Pool, settings: Beginning, work: Work<T>): Promise<T> =>
  againOnConflict(() =>
    againWhenOutOfDate(settings.supposed, async () => {
      const { waitMs } = timeLimits[settings.patience];
      const giveBack = await slotsOf(pool).take(settings.tenantId, waitMs);
      try {
        return await transactOnce(await pool.connect(), settings, work);
      } finally {
        giveBack();
      }
    }),
  );

interface TenantWork {
  tenantId: string;
  viewer?: string | undefined;
  patience?: Patience | undefined;
  supposed?: Supposition | undefined;
  reads?: Reads | undefined;
}

/**
 * Runs `work` in a transaction whose row-level policies see `tenantId` only. Commits on return, rolls back on throw. After a deadlock, and
 * when it used outdated data from memory, `work` runs again from its start, so it must do nothing but use the database. Throws `OutOfDate`
 * when `supposed` is out of date.
 */
export const withTenant = <T>(
  pool: Pool,
  { tenantId, viewer, patience = 'short', supposed, reads }: TenantWork,
  work: (db: TenantDb, beside: Beside) => Promise<T>,
): Promise<T> =>
  // A pipelining connection sends the beginning and the first statement in one round trip. If the beginning fails, that statement sees no
  // tenant, so the row policies let it read and write nothing.
  transaction(pool, { tenantId, viewer, patience, supposed, reads, first: false }, (db, beside) =>
    work(asTenantDb(db), beside),
  );

/** Runs `work` in a transaction that sees no tenant's rows at all. After a deadlock `work` runs again from its start. */
export const withoutTenant = <T>(
  pool: Pool,
  work: (db: GlobalDb) => Promise<T>,
  patience: Patience = 'short',
): Promise<T> => transaction(pool, { tenantId: '', patience, first: true }, (db) => work(asGlobalDb(db)));

/** Gives the statements of an open transaction the time limits of a run. */
export const allowLong = async (db: TenantDb): Promise<void> => {
  for (const [name, value] of Object.entries(settingsOf(timeLimits.long)))
    await db.execute(sql`select set_config(${name}, ${String(value)}, true)`);
};
