import { fastify } from 'fastify';
import { pino } from 'pino';
import { startDatabase } from '../../../apps/server/src/kernel/postgres/embedded-postgres.ts';
import { readSettings } from '../child.ts';

/** The smallest possible server with an embedded PostgreSQL: the database, and Fastify with one route. */
const { dataFolder } = readSettings<{ dataFolder: string }>();
const config = { dataFolder, database: { url: undefined, appUrl: undefined, poolSize: 2 } };
const database = await startDatabase(config, pino({ level: 'silent' }));
const app = fastify();
app.get('/reply', () => ({ ready: true }));
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
