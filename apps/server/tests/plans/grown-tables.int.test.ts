import { startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, startTestServer, type TestServer } from '../harness.ts';
import { explainedBy, explainStatements } from './explained.ts';
import { growTables } from './grow.ts';
import { faultsOfPlan } from './judge.ts';
import { prepareWorkload, type Work } from './workload.ts';

/** The tables that grow with use. The measured tenant has a twenty-fifth of their rows. */
const grown = [
  'runs',
  'files',
  'stored_objects',
  'knowledge_imports',
  'document_sections',
  'chunks',
  'conversations',
  'messages',
  'retrieval_history',
  'ledger_transactions',
  'ledger_entries',
  'usage_records',
  'audit_log',
] as const;
const rows = 2_000;
const others = 24;

/** PostgreSQL decides at the sixth use of a named statement, and statements are named from the third. */
const usesBefore = 8;

const connect = async (database: string): Promise<pg.Client> => {
  const url = new URL(inject('adminUrl'));
  url.pathname = database;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
};

/**
 * Keeps PostgreSQL from analysing the small tables by itself, which it does about a minute after they were filled: this test is about plans
 * from the time before.
 */
const leaveUnanalysed = (admin: pg.Client): Promise<unknown> =>
  admin.query(`do $$ declare each regclass; begin
    for each in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', each);
    end loop;
  end $$`);

const doAll = async (works: readonly Work[]): Promise<void> => {
  for (const work of works) await work.run();
};

describe('a server that was used while its tables were small', () => {
  let server: TestServer;
  let admin: pg.Client;
  let works: Work[];
  let close: () => Promise<void>;

  beforeAll(async () => {
    const databaseUrl = await createDatabase('migrated');
    const database = new URL(databaseUrl).pathname;
    admin = await connect(database);
    await leaveUnanalysed(admin);
    await explainStatements((statement) => admin.query(statement), database.slice(1));
    const provider = await startFakeOpenAI();
    const { host, hostname } = new URL(provider.baseUrl);
    server = await startTestServer({
      databaseUrl,
      isCounted: true,
      env: { OUTBOUND_ALLOW: `${host},${hostname}`, DATABASE_POOL_SIZE: '3' },
    });
    close = async () => {
      await admin.end();
      await server.close();
      await provider.close();
    };
    const prepared = await prepareWorkload(server, provider.baseUrl);
    ({ works } = prepared);
    for (let use = 0; use < usesBefore; use += 1) await doAll(works);
    await growTables(admin, {
      tenantId: prepared.own.tenantId,
      rows,
      others,
      tables: grown,
    });
  }, 240_000);
  afterAll(() => close());

  const faultsNow = async (): Promise<string[]> => {
    const explained = await explainedBy(server, () => doAll(works));
    expect(new Set(explained.map(({ text }) => text)).size).toBeGreaterThan(80);
    const faults = explained.flatMap((one) =>
      faultsOfPlan(one).map((fault) => `${fault}: ${one.text.replaceAll(/\s+/g, ' ')}`),
    );
    return [...new Set(faults)];
  };

  it('reads no more blocks of the tables, once they hold 50,000 rows, than its statements need', async () => {
    const [fewest] = await admin
      .query<{ rows: number }>(
        `select least(${grown.map((table) => `(select count(*) from ${table})`).join(', ')})::int as rows`,
      )
      .then((found) => found.rows);
    expect(fewest?.rows).toBeGreaterThanOrEqual(50_000);
    expect(await faultsNow()).toEqual([]);
  });

  it('still does so after it has analysed them, as it does by itself after a number of transactions', async () => {
    await server.services.statistics.refresh();
    expect(await faultsNow()).toEqual([]);
  });
});
