import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import { ensureAppRole } from './roles.ts';

/** The advisory lock that keeps a second server from migrating the same database at the same time. */
const migrationLock = 7_233_100_418;

/**
 * Brings the database up to date: the tables of the job queue, the application role, then every `NNNN_name.sql` that is not yet applied,
 * each in its own transaction, forward only. Returns the names that it applied. Throws when the database is newer than this program,
 * because an older program could damage it.
 */
export const migrate = async (ownerPool: Pool, directory: string): Promise<string[]> => {
  const client = await ownerPool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureAppRole(client);
    await client.query(
      'create table if not exists public.schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = new Set(
      (await client.query<{ name: string }>('select name from public.schema_migrations')).rows.map(
        (row) => row.name,
      ),
    );
    const known = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...applied].filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new Error(
        `The database was upgraded by a newer version (${unknown.join(', ')}). Start that version instead.`,
      );
    const pending = known.filter((name) => !applied.has(name));
    if (pending.length > 0) await runMigrations({ pgPool: ownerPool });
    for (const name of pending) {
      const statements = await readFile(join(directory, name), 'utf8');
      await client.query('begin');
      try {
        // Otherwise a login with the name of one of our schemas would put the tables there, because "$user" comes first.
        await client.query('set local search_path to public');
        await client.query(statements);
        await client.query('insert into public.schema_migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed and was rolled back.`, { cause: error });
      }
    }
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    client.release();
  }
};
