import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { ensureAppRole } from '../roles.ts';
import { addFunctions, type FunctionFile, readFunctions, replaceFunctions } from './apply-functions.ts';
import { inTransaction } from './in-transaction.ts';

/** The advisory lock that keeps a second server from migrating the same database at the same time. */
const migrationLock = 7_233_100_418;

interface Folder {
  directory: string;
  /** The names of the migrations in their order. The first one is the baseline. */
  migrations: readonly string[];
  /** The names of the migrations before the baseline, which stands for them. Their files are gone. */
  before: readonly string[];
  functions: readonly FunctionFile[];
}

const readFolder = async (directory: string): Promise<Folder> => ({
  directory,
  migrations: (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort(),
  before: (await readFile(join(directory, 'baseline.txt'), 'utf8')).split('\n').filter(Boolean),
  functions: await readFunctions(directory),
});

/** A database that this program can neither make nor bring up to date. */
export class UnfitDatabaseError extends Error {
  readonly code: 'database.too_new' | 'database.too_old';
  constructor(code: UnfitDatabaseError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The last version that has the migrations before the baseline as files. */
const versionBeforeBaseline = 'version 2.3.4 of 29 November 2026 (commit e618c83f)';

/** Throws when this program cannot continue where the database is. Nothing has been changed by then. */
const refuseUnfit = (applied: ReadonlySet<string>, { migrations, before }: Folder): void => {
  const known = new Set([...migrations, ...before]);
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UnfitDatabaseError(
      'database.too_new',
      `The database was upgraded by a newer version (${unknown.join(', ')}). Start that version instead.`,
    );
  const missing = before.find((name) => !applied.has(name));
  const [baseline = ''] = migrations;
  if (applied.size > 0 && !applied.has(baseline) && missing !== undefined)
    throw new UnfitDatabaseError(
      'database.too_old',
      `The database is too old for this version: it lacks ${missing}. Start ${versionBeforeBaseline} once, which brings it up to date, and then start this version again.`,
    );
};

const readApplied = async (client: PoolClient): Promise<Set<string>> => {
  const { rows: found } = await client.query(
    "select 1 where to_regclass('public.schema_migrations') is not null",
  );
  if (found.length === 0) return new Set();
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migrations');
  return new Set(rows.map(({ name }) => name));
};

const ensureRecords = async (client: PoolClient): Promise<void> => {
  await client.query('create schema if not exists atelier');
  await client.query(
    'create table if not exists public.schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  await client.query(
    'create table if not exists public.schema_functions (name text primary key, sha256 text not null)',
  );
};

/**
 * Applies one migration in a transaction of its own. New functions come first in it, so that it may name them. A statement from which the policy
 * of a table would hide rows of companies fails, because it would overlook them; the migration lifts `force row level security` for it.
 */
const applyMigration = async (client: PoolClient, folder: Folder, name: string): Promise<void> => {
  const statements = await readFile(join(folder.directory, name), 'utf8');
  await inTransaction(client, async () => {
    await addFunctions(client, folder.functions);
    await client.query('set local row_security to off');
    await client.query(statements);
    await client.query('insert into public.schema_migrations (name) values ($1)', [name]);
  }).catch((cause: unknown) => {
    throw new Error(`Migration ${name} failed and was rolled back.`, { cause });
  });
};

/**
 * Brings the database up to date: the tables of the job queue, the application role, every `NNNN_name.sql` that is not yet applied, each in
 * its own transaction, forward only, and then the functions whose files have changed. A new database begins with the baseline; one that has
 * all migrations before it has that schema already. Returns the names of what it applied.
 * @throws UnfitDatabaseError when the database is newer than this program, which could damage it, and when it is older than the baseline
 */
export const migrate = async (ownerPool: Pool, directory: string): Promise<string[]> => {
  const client = await ownerPool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureAppRole(client);
    const folder = await readFolder(directory);
    const [baseline = ''] = folder.migrations;
    const applied = await readApplied(client);
    refuseUnfit(applied, folder);
    await ensureRecords(client);
    if (applied.size > 0 && !applied.has(baseline)) {
      await client.query('insert into public.schema_migrations (name) values ($1)', [baseline]);
      applied.add(baseline);
    }
    const pending = folder.migrations.filter((name) => !applied.has(name));
    if (pending.length > 0) await runMigrations({ pgPool: ownerPool });
    for (const name of pending) await applyMigration(client, folder, name);
    const changed = await replaceFunctions(client, folder.functions);
    return [...pending, ...changed.map((name) => `functions/${name}`)];
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    client.release();
  }
};
