import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/kernel/db/schema/migrate.ts';
import type { Client } from '../client.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { readCatalogue } from './read-catalogue.ts';
import { restoreOldDatabase } from './restore-old-database.ts';

const migrations = new URL('../../migrations', import.meta.url).pathname;

const since = [
  '0352_stop_what_is_deleted.sql',
  '0360_access_requests.sql',
  '0361_computing_time.sql',
  '0364_rejected_activities.sql',
  '0368_single_renewals.sql',
  '0370_monitored_from_the_start.sql',
  '0371_refused_worker_calls.sql',
  '0372_tool_refusals.sql',
  '0373_claims_of_all_lanes.sql',
  '0374_encodings_of_texts.sql',
  '0375_corrections_of_texts.sql',
];

/** Returns the URL by which the administrator, to whom no row policy applies, reaches a database. */
const asAdministrator = (databaseUrl: string): string => {
  const url = new URL(inject('adminUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
};

const query = async <R extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<R[]> => {
  const client = new pg.Client({ connectionString: asAdministrator(databaseUrl) });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
};

/** Returns the number of rows of every table that the migrations made, by its name. */
const countRows = async (databaseUrl: string): Promise<Record<string, number>> => {
  const tables = await query<{ name: string }>(
    databaseUrl,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%s' order by 1",
  );
  const counts = await query<{ name: string; rows: string }>(
    databaseUrl,
    tables
      .map(({ name }) => `select '${name}' as name, count(*) as rows from public.${name}`)
      .join(' union all '),
  );
  return Object.fromEntries(counts.map(({ name, rows }) => [name, Number(rows)]));
};

const runMigrate = async (databaseUrl: string, directory = migrations): Promise<string[]> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  try {
    return await migrate(pool, directory);
  } finally {
    await pool.end();
  }
};

describe('a database of the last version before the baseline', () => {
  let databaseUrl: string;
  let before: Record<string, number>;
  let applied: string[];

  beforeAll(async () => {
    databaseUrl = await restoreOldDatabase();
    before = await countRows(databaseUrl);
    applied = await runMigrate(databaseUrl);
  });

  it('goes on by the migrations since then and the functions of today, once', async () => {
    expect(applied.filter((name) => !name.startsWith('functions/'))).toEqual(since);
    expect(await runMigrate(databaseUrl)).toEqual([]);
  });

  it('gets the schema of a new database, with row security forced for all of both', async () => {
    const { lines } = await readCatalogue(databaseUrl);
    expect(lines).toEqual((await readCatalogue(inject('templateUrl'))).lines);
    expect(lines).toContain('table public.conversations row security forced');
    expect(lines).toContain('table public.access_requests row security forced');
    const open = await query(
      databaseUrl,
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)
           and exists (select from pg_policy p where p.polrelid = c.oid)`,
    );
    expect(open).toEqual([]);
  });

  it('keeps every row', async () => {
    const { access_requests, computing_time, ...after } = await countRows(databaseUrl);
    expect(after).toEqual(before);
    expect({ access_requests, computing_time }).toEqual({ access_requests: 0, computing_time: 0 });
    expect(before).toMatchObject({
      tenants: 2,
      messages: 36,
      chunks: 4,
      flow_versions: 58,
      worker_records: 16,
    });
  });

  it('refuses a migration that would overlook the rows of companies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'));
    await cp(migrations, folder, { recursive: true });
    await writeFile(join(folder, '9999_forgetful.sql'), "update apps set name = 'Renamed';\n");
    await expect(runMigrate(databaseUrl, folder)).rejects.toMatchObject({
      message: 'Migration 9999_forgetful.sql failed and was rolled back.',
      cause: { message: 'query would be affected by row-level security policy for table "apps"' },
    });
    await rm(folder, { recursive: true });
  });

  describe('and its companies', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({ databaseUrl });
    });
    afterAll(() => server.close());

    const signIn = async (email: string): Promise<Client> => {
      const client = server.visitor();
      const response = await client.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'Correct-Horse-7' }),
      });
      expect(response.status).toBe(200);
      return client;
    };
    const get = async (client: Client, path: string): Promise<unknown> => (await client.fetch(path)).json();

    it('read what they had and ask it, and see nothing of each other', async () => {
      const owner = await signIn('72edc3d71029@example.com');
      const other = await signIn('9a3df412bde6@example.com');
      const app = 'app_01m8nw4dva49x87jwv8kfg69gy534c2h65hw';
      const record = '/api/worker/record/rec_01m8nw4h5v67sge25z1k3y11x54hygz1qzzw';
      const answer = '/api/content/v2/query-details/qry_01m8nw4k34xf761cczhvbcr7jz00y95bpfvr';
      expect(await get(owner, answer)).toMatchObject({
        responseData: { question: 'How many days of leave?', answer: 'Leave is 25 days. [1]' },
      });
      expect(await get(owner, record)).toMatchObject({
        responseData: {
          activities: [
            { title: 'Request', status: 'COMPLETED', cause: null },
            {
              status: 'FAILED',
              cause: { code: 'workers.rejected', message: 'A person rejected the result.' },
            },
          ],
        },
      });
      for (const path of [answer, record]) expect((await other.fetch(path)).status).toBe(404);
      const asked = await owner.fetch('/api/content/query', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ appId: app, query: 'How many days of leave are there?' }),
      });
      expect(await asked.json()).toMatchObject({
        responseData: { answer: 'Leave is 25 days. [1]' },
      });
    });
  });
});
