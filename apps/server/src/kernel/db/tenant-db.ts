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

/** How long a transaction may take: a request's is short, that of a run, a job or a chore is long. */
export type Patience = 'short' | 'long';

interface TimeLimits {
  /** For one statement. */
  statementMs: number;
  /** For something that another transaction holds. */
  lockMs: number;
  /** Between two statements: nobody waits for anything but the database inside a transaction, save for computing in a run. */
  idleMs: number;
  /** For a turn at a connection. */
  waitMs: number;
}

const timeLimits: Record<Patience, TimeLimits> = {
  short: { statementMs: 60_000, lockMs: 15_000, idleMs: 60_000, waitMs: 10_000 },
  long: { statementMs: 1_800_000, lockMs: 300_000, idleMs: 1_800_000, waitMs: 60_000 },
};

/** One for the channel of live signals and one for proofs of who asks, which wait for no turn. */
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

/** What drizzle asks of a connection. */
interface Statement {
  text: string;
  name?: string | undefined;
}
type Connection = Pick<PoolClient, 'query'>;
const asClient = (connection: { query(statement: Statement, values: unknown[]): unknown }): PoolClient =>
  connection as unknown as PoolClient;

/** The connection with names for its statements; the first one waits for `begun` and fails with it. */
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

/** Binds the transaction to a tenant, and sets its limits of time with it: poolers take none for a whole connection. */
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
  /** Whether the first statement is sent only after the transaction has begun. */
  first: boolean;
}

const transactOnce = async <T>(
  client: PoolClient,
  { tenantId, patience, first }: Beginning,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> => {
  let broken: Error | undefined;
  // A connection that dies between two statements emits here; without a listener it would end the process.
  const onError = (error: Error) => {
    broken ??= error;
  };
  client.on('error', onError);
  try {
    const begun = client.query(beginningOf(tenantId, patience));
    // Its failure is that of the statement beside it, and of the end.
    begun.catch(() => undefined);
    if (first) await begun;
    const result = await work(drizzle(namingStatements(client, begun)));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    // The database says why it ended the connection to the connection itself, not to the next statement.
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
  // A pipelining connection sends the beginning with the first statement, in one round trip. Should it fail, that statement
  // sees no tenant, so the row policies give it nothing and take nothing from it.
  transaction(pool, { tenantId, patience, first: false }, (db) => work(asTenantDb(db)));

/** Runs `work` in a transaction that sees no tenant's rows at all; again from its start after a deadlock. */
export const withoutTenant = <T>(
  pool: Pool,
  work: (db: GlobalDb) => Promise<T>,
  patience: Patience = 'short',
): Promise<T> => transaction(pool, { tenantId: '', patience, first: true }, (db) => work(asGlobalDb(db)));

/** Lets the statements of an open transaction take as long as those of a run. */
export const allowLong = async (db: TenantDb): Promise<void> => {
  for (const [name, value] of Object.entries(settingsOf(timeLimits.long)))
    await db.execute(sql`select set_config(${name}, ${String(value)}, true)`);
};
