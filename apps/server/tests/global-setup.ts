import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { removeBehind } from '../../../tools/test-cluster.mjs';
import { loadConfig } from '../src/kernel/config/config.ts';
import { migrate } from '../src/kernel/db/schema/migrate.ts';
import { silentLog } from '../src/kernel/log/log.ts';
import { startDatabase } from '../src/kernel/postgres/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated template database, with a login that may create databases. */
    templateUrl: string;
    /** The URL of an administrator, to whom no row policy applies, on the same server. */
    adminUrl: string;
  }
}

const template = 'atelier_template';

const withDatabase = (address: string, database: string): string => {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
};

const prepareTemplate = async (address: string): Promise<string> => {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  await admin.query(`drop database if exists ${template} with (force)`);
  await admin.query(`create database ${template}`);
  await admin.end();
  const templateUrl = withDatabase(address, template);
  const pool = new pg.Pool({ connectionString: templateUrl, max: 2 });
  // The queue's migrations warn of a pool without listeners. A lost connection still fails the statement that uses it.
  pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  await migrate(pool, new URL('../migrations', import.meta.url).pathname);
  await pool.end();
  return templateUrl;
};

/** Starts one PostgreSQL for all tests, or uses the given one, and migrates a template database once. */
export default async (project: TestProject) => {
  const given = process.env['ATELIER_TEST_DATABASE_URL'];
  if (given) {
    project.provide('templateUrl', await prepareTemplate(given));
    project.provide('adminUrl', given);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'));
  const database = await startDatabase(loadConfig({ ATELIER_DATA: folder }), silentLog());
  project.provide('templateUrl', await prepareTemplate(database.ownerUrl));
  project.provide('adminUrl', database.adminUrl ?? database.ownerUrl);
  return async () => {
    await database.stop();
    removeBehind(folder);
  };
};
