import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { isTooSlow } from '../base/errors.ts';
import { againOnConflict } from './again-on-conflict.ts';

import { FairSlots } from './fair-slots.ts';
import { createStatementNames } from './statement-names.ts';

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

const nameOf = createStatementNames();

/** A statement as drizzle hands it to a connection. */
interface Statement {
  text: string;
  name?: string | undefined;
}
type Connection = Pick<PoolClient, 'query'>;
const asClient = (connection: { query(statement: Statement, values: unknown[]): unknown }): PoolClient =>
  connection as unknown as PoolClient;

/** Returns the connection with named statements. Its first statement waits for `begun` and fails with it. */
const namingStatements = (client: Connection, begun: Promise<unknown>): PoolClient =>
  asClient({
    async query(statement, values) {
      const answer = client.query({ ...statement, name: nameOf(statement.text) }, values);
      const [, result] = await Promise.all([begun, answer]);
      return result;
    },
  });

const settingsOf = ({ statementMs, lockMs, idleMs }: TimeLimits): Record<string, number> => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
});

/**
 * Returns the statement that begins a transaction, binds it to a tenant and sets its time limits. They are set here because a connection
 * pooler accepts none for a whole connection.
 */
const beginningOf = (tenantId: string, patience: Patience): string => {
  const settings = Object.entries({ 'app.tenant_id': tenantId, ...settingsOf(timeLimits[patience]) });
  const calls = settings.map(
    ([name, value]) => `set_config('${name}', ${escapeLiteral(String(value))}, true)`,
  );
  return `begin; select ${calls.join(', ')}`;
};

interface Beginning {
  tenantId: string;
  patience: Patience;
  /** True when the first statement is sent only after the transaction has begun. */
  first: boolean;
}

const transactOnce = async <T>(
  client: PoolClient,
  { tenantId, patience, first }: Beginning,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> => {
  let broken: Error | undefined;
  // A connection that fails between two statements emits `error`; without a listener the process would end.
  const onError = (error: Error) => {
    broken ??= error;
  };
  client.on('error', onError);
  try {
    const begun = client.query(beginningOf(tenantId, patience));
    // The failure is reported by the first statement and by the end of the transaction.
    begun.catch(() => undefined);
    if (first) await begun;
    const result = await work(drizzle(namingStatements(client, begun)));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    // The database tells the connection, not the next statement, why it closed it.
    const cause = isTooSlow(broken) ? broken : error;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw cause;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

const transaction = <T>(
  pool: Pool,
  beginning: Beginning,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> =>
  againOnConflict(async () => {
    const { waitMs } = timeLimits[beginning.patience];
    const giveBack = await slotsOf(pool).take(beginning.tenantId, waitMs);
    try {
      return await transactOnce(await pool.connect(), beginning, work);
    } finally {
      giveBack();
    }
  });

/**
 * Runs `work` in a transaction whose row-level policies see `tenantId` only. Commits on return, rolls back on throw.
 * After a deadlock `work` runs again from its start, so it does nothing but use the database.
 */
export const withTenant = <T>(
  pool: Pool,
  { tenantId, patience = 'short' }: { tenantId: string; patience?: Patience | undefined },
  work: (db: TenantDb) => Promise<T>,
): Promise<T> =>
  // A pipelining connection sends the beginning and the first statement in one round trip. If the beginning fails, that statement sees no
  // tenant, so the row policies let it read and write nothing.
  transaction(pool, { tenantId, patience, first: false }, (db) => work(asTenantDb(db)));

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
