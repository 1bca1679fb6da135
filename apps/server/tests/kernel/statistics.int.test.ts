import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { importTexts } from '../knowledge.ts';
import { refreshStatistics } from '../statistics.ts';

const turns = 20_000;

describe('statistics of tables that have grown', () => {
  let server: TestServer;
  let tenantId: string;

  const isAnalysed = async (table: string, rows: number): Promise<boolean> =>
    (await server.sql('select 1 from pg_class where relname = $1 and reltuples > $2', [table, rows])).length >
    0;

  beforeAll(async () => {
    server = await startTestServer({ env: { DATABASE_POOL_SIZE: '2' } });
    // Autovacuum must not analyse the table during the test.
    await server.sql('alter table chunks set (autovacuum_enabled = false)');
    await server.sql('alter table messages set (autovacuum_enabled = false)');
  });
  afterAll(() => server.close());

  it('are updated once a run has ended', async () => {
    const { client, user } = await server.signUp();
    ({ tenantId } = user);
    const { knowledgeBaseId } = await client.call(knowledge.endpoints.create, {
      body: { name: 'Grows', description: '' },
    });
    const page = Array.from({ length: 40 }, (_, at) => `Sentence ${at} of a page.`).join(' ');
    await importTexts(client, knowledgeBaseId, { 'long.md': `# A page\n\n${page}\n\n`.repeat(300) });
    await expect.poll(() => isAnalysed('chunks', 100), { timeout: 45_000 }).toBe(true);
  });

  it('are updated after two hundred transactions without a run', async () => {
    await server.sql('alter table messages drop constraint messages_tenant_id_conversation_id_fkey');
    await server.sql(
      `insert into messages (tenant_id, id, conversation_id, ordinal, question, status, model_id)
        select $1, 'msg_' || n, 'cnv_' || n, 1, 'A question', 'COMPLETED', 'm' from generate_series(1, $2::int) n`,
      [tenantId, turns],
    );
    const ctx = server.contextOf(tenantId);
    expect(await isAnalysed('messages', turns / 2)).toBe(false);
    for (let count = 0; count < 201; count += 1) await ctx.tx(async () => undefined);
    await expect.poll(() => isAnalysed('messages', turns / 2), { timeout: 20_000 }).toBe(true);
  });

  it('are left alone while nothing grows', async () => {
    await refreshStatistics(server);
    expect(await server.services.statistics.refresh()).toEqual([]);
  });
});
