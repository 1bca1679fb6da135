import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { Together } from '../../base/together.ts';
import { Recollection } from '../../cache/remembered.ts';
import { OutOfDate, type Supposition } from '../../cache/revisions.ts';
import { isTransactionConflict } from '../database-errors.ts';
import { FairSlots } from '../fair-slots.ts';
import { createDatabase, Session } from '../session.ts';
import type { GlobalDb, TenantDb } from '../tenant-db.ts';
import {
  type Beginning,
  type Beside,
  begin,
  createConnection,
  type Patience,
  reliedOn,
  requireCurrent,
  timeLimits,
  toSettings,
  type Work,
} from './beginning.ts';
import { LastStatement, ReadEnding, type Reads, WriteEnding } from './ending.ts';
import { onConnection } from './on-connection.ts';
import { type Part, type PartOutcome, transactTogether } from './shared.ts';

/** Runs the transaction of one caller. */
const transactAlone = <T>(client: PoolClient, settings: Beginning, work: Work<T>): Promise<T> =>
  onConnection(client, (turn) => {
    const { viewer } = settings;
    const recollection = new Recollection(settings.tenantId);
    const last = new LastStatement(turn);
    const ending = settings.reads ? new ReadEnding(turn, settings.reads) : new WriteEnding(turn, last);
    const transact = async (): Promise<T> => {
      const begun = begin(turn, settings).then((now) => {
        const isRemembered = recollection.judge(now.tenant);
        if (settings.supposed?.judge(now) === false || !isRemembered) throw new OutOfDate();
      });
      // The failure is reported by the first statement and by the end of the transaction.
      begun.catch(() => undefined);
      if (settings.first) await begun;
      const [outcome] = await Promise.allSettled([
        work(createDatabase(new Session(createConnection(turn, { begun, ending, last, viewer }))), {
          recollection,
          last,
          endWithThisTurn: () => ending.endWithThisTurn(),
        }),
      ]);
      // A named end does not wait for the beginning. Nobody loses time over its verdict, because the database has compared the revisions.
      const ended =
        outcome.status === 'fulfilled' && last.isNamed
          ? ending.commit(() => requireCurrent(turn, reliedOn(settings, recollection)))
          : undefined;
      // Work with outdated data may fail for that reason, so the revisions are compared before its failure is reported.
      await Promise.all([begun, ended?.catch(() => undefined)]);
      if (outcome.status === 'rejected') throw outcome.reason;
      await (ended ?? ending.commit());
      recollection.keep();
      return outcome.value;
    };
    return { work: transact, rollback: () => ending.rollback() };
  });

const maxTries = 5;
const firstPauseMs = 20;

/**
 * Retries a transaction after a serialization failure or a deadlock. The rollback leaves nothing behind, because jobs, events, signals and
 * audit entries are rows of the same transaction. Throws the last failure after a few tries.
 */
const againOnConflict = async <T>(transact: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tries === maxTries || !isTransactionConflict(error)) throw error;
      // The pause has a random length, so that two transactions that conflicted do not conflict again.
      await sleep(Math.random() * firstPauseMs * 2 ** tries);
    }
  }
};

const asTenantDb = (db: NodePgDatabase): TenantDb => db as TenantDb;
const asGlobalDb = (db: NodePgDatabase): GlobalDb => db as GlobalDb;

/** One connection for the channel of live signals and one for authentication, which take no slot. */
const sparedConnections = 2;
const slots = new WeakMap<Pool, FairSlots>();
const slotsFor = (pool: Pool): FairSlots => {
  const known = slots.get(pool);
  if (known) return known;
  const made = new FairSlots(Math.max(1, pool.options.max - sparedConnections));
  slots.set(pool, made);
  return made;
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

/** Takes a connection, in turn with the other tenants, and gives it back. */
const onSlot = async <T>(
  pool: Pool,
  { tenantId, patience }: Beginning,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  const giveBack = await slotsFor(pool).take(tenantId, timeLimits[patience].waitMs);
  try {
    return await work(await pool.connect());
  } finally {
    giveBack();
  }
};

const transaction = <T>(pool: Pool, settings: Beginning, work: Work<T>): Promise<T> =>
  againOnConflict(() =>
    againWhenOutOfDate(settings.supposed, () =>
      onSlot(pool, settings, (client) => transactAlone(client, settings, work)),
    ),
  );

/** The most callers who share a transaction. The next ones prepare theirs meanwhile. */
const mostSharing = 16;

/** Never throws, so that nothing is done twice. */
const transactAll = async (pool: Pool, parts: readonly Part[]): Promise<PartOutcome[]> => {
  const [first, second] = parts;
  if (!first) return [];
  try {
    if (second) return await onSlot(pool, first.settings, (client) => transactTogether(client, parts));
    await transaction(pool, first.settings, first.work);
    return ['stored'];
  } catch (error) {
    return parts.map(() => ({ error }));
  }
};

const sharing = new WeakMap<Pool, Together<Part, PartOutcome>>();
const sharingFor = (pool: Pool): Together<Part, PartOutcome> => {
  const known = sharing.get(pool);
  if (known) return known;
  const made = new Together<Part, PartOutcome>(mostSharing, (parts) => transactAll(pool, parts));
  sharing.set(pool, made);
  return made;
};

/** Runs a transaction together with those of the same tenant and the same `kind` that come while one of them is going on. */
const sharedTransaction = async <T>(
  pool: Pool,
  { kind, ...settings }: Beginning & { kind: string },
  work: Work<T>,
): Promise<T> => {
  let result: { value: T } | undefined;
  const part: Part = {
    settings,
    work: async (db, beside) => {
      result = { value: await work(db, beside) };
    },
  };
  const outcome = await sharingFor(pool).do(`${settings.tenantId} ${kind}`, part);
  if (typeof outcome === 'object') throw outcome.error;
  if (outcome === 'stored' && result) return result.value;
  return transaction(pool, settings, work);
};

interface TenantWork {
  tenantId: string;
  viewer?: string | undefined;
  patience?: Patience | undefined;
  supposed?: Supposition | undefined;
  reads?: Reads | undefined;
  /** The kind of short transactions that share one when they come at the same time. */
  sharedAs?: string | undefined;
}

/**
 * Runs `work` in a transaction whose row-level policies see `tenantId` only. Commits on return, rolls back on throw. After a deadlock, and
 * when it used outdated data from memory, `work` runs again from its start, so it must do nothing but use the database. Throws `OutOfDate`
 * when `supposed` is out of date.
 */
export const withTenant = <T>(
  pool: Pool,
  { tenantId, viewer, patience = 'short', supposed, reads, sharedAs: kind }: TenantWork,
  work: (db: TenantDb, beside: Beside) => Promise<T>,
): Promise<T> => {
  // A pipelining connection sends the beginning and the first statement in one round trip. If the beginning fails, that statement sees no
  // tenant, so the row policies let it read and write nothing.
  const settings = { tenantId, viewer, patience, supposed, reads, first: false };
  const ofTenant: Work<T> = (db, beside) => work(asTenantDb(db), beside);
  if (kind === undefined) return transaction(pool, settings, ofTenant);
  return sharedTransaction(pool, { ...settings, kind }, ofTenant);
};

/** Runs `work` in a transaction that sees no tenant's rows at all. After a deadlock `work` runs again from its start. */
export const withoutTenant = <T>(
  pool: Pool,
  work: (db: GlobalDb) => Promise<T>,
  patience: Patience = 'short',
): Promise<T> => transaction(pool, { tenantId: '', patience, first: true }, (db) => work(asGlobalDb(db)));

/** Gives the statements of an open transaction the time limits of a run. */
export const allowLong = async (db: TenantDb): Promise<void> => {
  for (const [name, value] of Object.entries(toSettings(timeLimits.long)))
    await db.execute(sql`select set_config(${name}, ${String(value)}, true)`);
};
