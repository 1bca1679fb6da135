import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { importTexts } from '../knowledge.ts';
import { isAnalysed, refreshStatistics } from '../statistics.ts';

const turns = 20_000;

describe('statistics of tables that have grown', () => {
  let server: TestServer;
  let tenantId: string;

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
    await expect.poll(() => isAnalysed(server, 'chunks', 100), { timeout: 45_000 }).toBe(true);
  });

  it('are updated after two hundred transactions without a run', async () => {
    await server.sql('alter table messages drop constraint messages_tenant_id_conversation_id_fkey');
    await server.sql(
      `insert into messages (tenant_id, id, conversation_id, app_id, ordinal, question, status, model_id)
        select $1, 'msg_' || n, 'cnv_' || n, 'app_none', 1, 'A question', 'COMPLETED', 'm' from generate_series(1, $2::int) n`,
      [tenantId, turns],
    );
    const ctx = server.contextOf(tenantId);
    expect(await isAnalysed(server, 'messages', turns / 2)).toBe(false);
    for (let count = 0; count < 201; count += 1) await ctx.tx(async () => undefined);
    await expect.poll(() => isAnalysed(server, 'messages', turns / 2), { timeout: 20_000 }).toBe(true);
  });

  it('are updated again after a transaction whose rows were not yet committed when its table was analysed', async () => {
    await server.sql('begin');
    await server.sql(
      `insert into messages (tenant_id, id, conversation_id, app_id, ordinal, question, status, model_id)
        select $1, 'msg_more_' || n, 'cnv_more_' || n, 'app_none', 1, 'A question', 'COMPLETED', 'm' from generate_series(1, $2::int) n`,
      [tenantId, 2 * turns],
    );
    await server.services.statistics.refresh();
    // PostgreSQL may count the rows of a transaction up to ten seconds after its commit, unless it is told to count them at once.
    await server.sql('select pg_stat_force_next_flush()');
    await server.sql('commit');
    await refreshStatistics(server, 'messages', 2 * turns);
    expect(await isAnalysed(server, 'messages', 2 * turns)).toBe(true);
  });

  it('are left alone while nothing grows', async () => {
    await refreshStatistics(server, 'messages', turns / 2);
    expect(await server.services.statistics.refresh()).toEqual([]);
  });
});
