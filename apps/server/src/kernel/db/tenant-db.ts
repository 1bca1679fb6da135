import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';

declare const bound: unique symbol;

/** A database handle inside a transaction that is bound to one tenant. Only `withTenant` makes one. */
export type TenantDb = NodePgDatabase & { readonly [bound]: 'tenant' };

/** A handle for the few tables that belong to no tenant (identity, directory, queue). Only `withoutTenant` makes one. */
export type GlobalDb = NodePgDatabase & { readonly [bound]: 'global' };

const asTenantDb = (db: NodePgDatabase): TenantDb => db as TenantDb;
const asGlobalDb = (db: NodePgDatabase): GlobalDb => db as GlobalDb;

const transaction = async <T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that dies between two statements emits here; without a listener it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    const result = await work(client);
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

/** Runs `work` in a transaction whose row-level policies see `tenantId` only. Commits on return, rolls back on throw. */
export const withTenant = <T>(pool: Pool, tenantId: string, work: (db: TenantDb) => Promise<T>): Promise<T> =>
  transaction(pool, `begin; select set_config('app.tenant_id', ${escapeLiteral(tenantId)}, true)`, (client) =>
    work(asTenantDb(drizzle(client))),
  );

/** Runs `work` in a transaction that sees no tenant's rows at all. */
export const withoutTenant = <T>(pool: Pool, work: (db: GlobalDb) => Promise<T>): Promise<T> =>
  transaction(pool, `begin; select set_config('app.tenant_id', '', true)`, (client) =>
    work(asGlobalDb(drizzle(client))),
  );
