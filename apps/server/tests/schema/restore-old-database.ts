import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import pg from 'pg';
import { inject } from 'vitest';

const dump = new URL('old-database.sql.gz', import.meta.url).pathname;

const execute = async (databaseUrl: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/**
 * Creates a database as version 2.3.4 of 29 November 2026 left it, made by the migrations before the baseline. A server of that version filled it
 * for two companies with everything that the rows of the tenant matrix name. Its owner is subject to forced policies, as that of the embedded
 * database is. Returns its URL.
 */
export const restoreOldDatabase = async (): Promise<string> => {
  const name = `old_${randomBytes(8).toString('hex')}`;
  await execute(inject('adminUrl'), [
    `create role ${name} login nosuperuser nobypassrls password '${name}'`,
    `grant atelier_app to ${name}`,
    `create database ${name} owner ${name}`,
  ]);
  const url = new URL(inject('adminUrl'));
  Object.assign(url, { pathname: `/${name}`, username: name, password: name });
  await execute(url.href, [(await promisify(gunzip)(await readFile(dump))).toString()]);
  return url.href;
};
