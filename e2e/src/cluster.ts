import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startCluster, type TestCluster } from '../../tools/test-cluster.mjs';
import { findPostgres } from '../../tools/test-needs.mjs';

export interface Cluster extends TestCluster {
  /** Creates an empty database and resolves to its address. */
  newDatabase(): Promise<string>;
  /** Ends every connection to a database and resolves to their number. */
  cutConnections(databaseUrl: string): Promise<number>;
}

/** Opens the PostgreSQL of the operating system, as an operator would use one. With `durable`, a crash of it loses nothing that it committed. */
export const openCluster = async ({ durable = false } = {}): Promise<Cluster> => {
  const binaries = findPostgres();
  if (binaries === undefined)
    throw new Error('PostgreSQL 15 or newer is missing: apt-get install postgresql');
  const cluster = await startCluster(binaries, { durable });
  const asAdmin = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    ...cluster,
    async newDatabase() {
      const name = `atelier_${randomBytes(4).toString('hex')}`;
      await asAdmin((client) => client.query(`create database ${name}`));
      const url = new URL(cluster.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    cutConnections: (databaseUrl) =>
      asAdmin(async (client) => {
        const { rowCount } = await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          [new URL(databaseUrl).pathname.slice(1)],
        );
        return rowCount ?? 0;
      }),
  };
};
