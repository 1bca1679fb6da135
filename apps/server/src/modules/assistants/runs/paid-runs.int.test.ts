import { runs } from '@atelier/contracts/assistants/runs/runs';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { models } from '@atelier/contracts/content/models';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import {
  newSource,
  type RecordServer,
  record,
  recordSettings,
  startRecordServer,
  synced,
} from '../../../../tests/fakes/record-server.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

const { endpoints } = runs;
const providerKey = 'sk-planted-at-the-provider';
const connectionSecret = 'planted-in-the-connection';

describe('runs that pay a model and use a connection', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let site: RecordServer;
  let client: Client;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    site = await startRecordServer();
    server = await startTestServer({
      env: { OUTBOUND_ALLOW: `${new URL(provider.baseUrl).host},${site.host}` },
    });
    ({ client } = await server.signUp());
    const { providerId } = await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Paid',
        settings: { baseUrl: provider.baseUrl, apiKey: providerKey },
        chatModels: ['gpt-4o-mini'],
        embeddingModels: ['text-embedding-3-small'],
      },
    });
    knowledgeBaseId = await newKnowledgeBase(client, {
      embeddingModelId: `${providerId}/text-embedding-3-small`,
    });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
    await site.close();
  });

  const listed = async () => (await client.call(endpoints.list, { query: { limit: 100 } })).items;

  it('show the credits of an import, as many as were charged for it', async () => {
    const [imported] = await importTexts(client, knowledgeBaseId, {
      'leave.md': 'Employees get 30 days of paid leave. '.repeat(40),
    });
    const importId = imported?.knowledgeBaseImportId ?? '';
    await settled(client, [importId]);
    const [line] = (await listed()).filter(({ kind }) => kind === 'knowledge.import');
    const [charged] = await server.sql<{ credits: number }>(
      `select sum(amount)::float8 / 1000000 as credits from usage_records where reference = $1`,
      [`import ${importId}`],
    );
    expect(line?.credits).toBeGreaterThan(0);
    expect(line?.credits).toBeCloseTo(charged?.credits ?? 0, 9);
  });

  it('show no key of a provider and no secret of a connection in anything that the view returns', async () => {
    site.records = [record(1), record(2)];
    const { connectionId } = await client.call(connections.endpoints.create, {
      body: {
        name: 'Records',
        service: 'WEB',
        kind: 'API',
        values: { site: site.origin, headerName: 'X-Secret', headerValue: connectionSecret },
      },
    });
    const settings = recordSettings(site);
    const { sourceId } = await newSource(client, { knowledgeBaseId, connectionId, settings });
    await synced(client, sourceId);
    expect(site.asked.at(-1)?.headers['x-secret']).toBe(connectionSecret);
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${providerKey}`);
    const seen: unknown[] = [await listed()];
    for (const { runId } of await listed()) {
      const params = { runId };
      const run = await client.call(endpoints.get, { params });
      const { steps } = await client.call(endpoints.steps, { params, query: { limit: 200 } });
      seen.push(run, steps, await client.call(endpoints.text, { params, query: { of: 'INPUT' } }));
      if (run.output) seen.push(await client.call(endpoints.text, { params, query: { of: 'OUTPUT' } }));
      for (const { seq, output } of steps)
        if (output) seen.push(await client.call(endpoints.text, { params, query: { of: 'STEP', seq } }));
    }
    const kinds = (await listed()).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['knowledge.import', 'sources.sync']));
    const text = JSON.stringify(seen);
    expect(text).toContain('Record 1');
    for (const secret of [providerKey, connectionSecret]) expect(text).not.toContain(secret);
  });

  it('are found by the name of their document or source', async () => {
    const named = async (search: string) =>
      (await client.call(endpoints.list, { query: { search } })).items.map(({ subject }) => subject?.name);
    expect(await named('LEAVE.m')).toEqual(['leave.md']);
    expect((await named('records')).filter((name) => name === 'Records').length).toBeGreaterThan(0);
    const { client: stranger } = await server.signUp('Alan Turing');
    expect((await stranger.call(endpoints.list, { query: { search: 'leave' } })).items).toEqual([]);
    expect((await client.call(knowledge.endpoints.get, { params: { id: knowledgeBaseId } })).name).toMatch(
      'Base',
    );
  });
});
