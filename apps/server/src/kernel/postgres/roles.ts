import pg from 'pg';
import type { Cluster } from './cluster.ts';

const DATABASE = 'atelier';
const OWNER = 'atelier_owner';
const APP = 'atelier_app';

/** Returns the address of the product's database for one role, with the folder of the socket in place of the host. */
const addressFor = (cluster: Cluster, role: string, database: string): string =>
  `postgresql://${role}:${cluster.passwordOf(role)}@${encodeURIComponent(cluster.socketFolder)}:5432/${database}`;

/**
 * Creates the database and its two roles where they are missing: an owner for migrations and the queue, and the application role, which
 * owns nothing. The owner is no superuser, so that whatever works here also works on an external database.
 */
export const ensureDatabase = async (
  cluster: Cluster,
): Promise<{ adminUrl: string; ownerUrl: string; appUrl: string }> => {
  const client = new pg.Client({ connectionString: addressFor(cluster, 'postgres', 'postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname in ($1, $2) union all select datname from pg_database where datname = $3`,
      [OWNER, APP, DATABASE],
    );
    const known = new Set(rows.map((row) => row.name));
    const login = (role: string) => `login password ${client.escapeLiteral(cluster.passwordOf(role))}`;
    if (!known.has(OWNER)) await client.query(`create role ${OWNER} createdb ${login(OWNER)}`);
    if (!known.has(APP)) {
      await client.query(`create role ${APP} ${login(APP)}`);
    }
    await client.query(`grant ${APP} to ${OWNER}`);
    if (!known.has(DATABASE)) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
  return {
    adminUrl: addressFor(cluster, 'postgres', DATABASE),
    ownerUrl: addressFor(cluster, OWNER, DATABASE),
    appUrl: addressFor(cluster, APP, DATABASE),
  };
};
