import pg from 'pg';
import { migrate } from '../../src/kernel/db/schema/migrate.ts';

/** Migrates the database of the first argument with the folder of the second, as a process that a test can kill. */
const [databaseUrl = '', directory = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
await migrate(pool, directory);
await pool.end();
