// Measures the commits that no engine can avoid: as many one-row commits for each run, on one connection for each starter.
// Settings: `{ url, load, commits }`.
import pg from 'pg';
import { readSettings } from '../child.ts';
import { type Load, measureStarters } from './starters.ts';

const { url, load, commits } = readSettings<{ url: string; load: Load; commits: number }>();
/** The embedded PostgreSQL accepts few more connections than this. More starters than that share them. */
const mostConnections = 40;
const clients = await Promise.all(
  Array.from({ length: Math.min(load.starters, mostConnections) }, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  }),
);
await clients[0]?.query('create table if not exists bare_commits (id bigserial primary key, value text)');
const idle = [...clients];
const waiting: (() => void)[] = [];
const figures = await measureStarters(load, async () => {
  let client = idle.pop();
  while (!client) {
    await new Promise<void>((resolve) => waiting.push(resolve));
    client = idle.pop();
  }
  const started = performance.now();
  const steps: number[] = [];
  for (let commit = 0; commit < commits; commit += 1) {
    await client.query({ name: 'bare', text: 'insert into bare_commits (value) values ($1)', values: ['1'] });
    if (commit < commits - 1) steps.push(performance.now());
  }
  idle.push(client);
  waiting.shift()?.();
  return { started, steps };
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
