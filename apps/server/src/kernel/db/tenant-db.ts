import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { againOnConflict } from './again-on-conflict.ts';
import { createStatementNames } from './statement-names.ts';

declare const bound: unique symbol;

/** A database handle inside a transaction that is bound to one tenant. Only `withTenant` makes one. */
export type TenantDb = NodePgDatabase & { readonly [bound]: 'tenant' };

/** A handle for the few tables that belong to no tenant (identity, directory, queue). Only `withoutTenant` makes one. */
export type GlobalDb = NodePgDatabase & { readonly [bound]: 'global' };

const asTenantDb = (db: NodePgDatabase): TenantDb => db as TenantDb;
const asGlobalDb = (db: NodePgDatabase): GlobalDb => db as GlobalDb;

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

interface Beginning {
  statement: string;
  /** Whether the first statement is sent only after the transaction has begun. */
  first: boolean;
}

const transactOnce = async <T>(
  pool: Pool,
  { statement, first }: Beginning,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that dies between two statements emits here; without a listener it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const begun = client.query(statement);
    // Its failure is that of the statement beside it, and of the end.
    begun.catch(() => undefined);
    if (first) await begun;
    const result = await work(drizzle(namingStatements(client, begun)));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

const transaction = <T>(
  pool: Pool,
  beginning: Beginning,
  work: (db: NodePgDatabase) => Promise<T>,
): Promise<T> => againOnConflict(() => transactOnce(pool, beginning, work));

/**
 * Runs `work` in a transaction whose row-level policies see `tenantId` only. Commits on return, rolls back on throw.
 * After a deadlock `work` runs again from its start, so it does nothing but use the database.
 */
export const withTenant = <T>(pool: Pool, tenantId: string, work: (db: TenantDb) => Promise<T>): Promise<T> =>
  transaction(
    pool,
    // A pipelining connection sends it with the first statement, in one round trip. Should it fail, that statement sees
    // no tenant, so the row policies give it nothing and take nothing from it.
    {
      statement: `begin; select set_config('app.tenant_id', ${escapeLiteral(tenantId)}, true)`,
      first: false,
    },
    (db) => work(asTenantDb(db)),
  );

/** Runs `work` in a transaction that sees no tenant's rows at all; again from its start after a deadlock. */
export const withoutTenant = <T>(pool: Pool, work: (db: GlobalDb) => Promise<T>): Promise<T> =>
  transaction(pool, { statement: `begin; select set_config('app.tenant_id', '', true)`, first: true }, (db) =>
    work(asGlobalDb(db)),
  );
