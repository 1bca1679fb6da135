import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { readSettings } from '../child.ts';

/** With `databaseUrl`: Fastify alone with one route, which commits `commits` rows one after another. Without: an outside service that echoes. */
const { databaseUrl, commits = 0 } = readSettings<{ databaseUrl?: string; commits?: number }>();

const echo = () =>
  new Promise<string>((resolve) => {
    const reply = JSON.stringify({ ok: true });
    const server = createServer((incoming, response) => {
      incoming.resume().once('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(reply);
      });
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

const route = async (connectionString: string): Promise<string> => {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await pool.query('create table if not exists bare_flow (id bigserial primary key, value text)');
  const app = fastify();
  app.post<{ Body: { n: number } }>('/run', async ({ body }) => {
    for (let at = 0; at < commits; at += 1)
      await pool.query({
        name: 'bare_flow',
        text: 'insert into bare_flow (value) values ($1)',
        values: [`${body.n} ${at}`],
      });
    return { n: body.n };
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
};

const address = databaseUrl === undefined ? await echo() : await route(databaseUrl);
process.stdout.write(`${address}\n`);
process.once('SIGTERM', () => process.exit(0));
