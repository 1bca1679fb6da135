import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { graph } from '@atelier/contracts/content/graph/graph';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startGraphModel, useGraphModel } from '../../../../tests/fakes/graph-model.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import type { ReadingModel } from '../../../../tests/fakes/reading-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { loseRunsAtCharge } from '../../../../tests/kernel/runs/lose-runs.ts';
import { importTexts, longText, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

interface Company {
  client: Client;
  tenantId: string;
  graphModelId: string;
}

const smallTexts = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`note-${at}.md`, `Note ${at} ${'tells of it. '.repeat(at)}`]),
  );

const importAll = async ({ client }: Company, files: Record<string, string>, settings: object = {}) => {
  const id = await newKnowledgeBase(client, settings);
  const rows = await importTexts(client, id, files);
  const ids = rows.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId);
  const done = await settled(client, ids, 40_000);
  expect(done.map(({ status }) => status)).toEqual(ids.map(() => 'COMPLETED'));
  return { id, ids };
};

const importLong = (company: Company) => importAll(company, { 'long.txt': longText(300) });

const cutAnew = async ({ client }: Company, { id }: { id: string }) => {
  const body = { chunking: { maxTokens: 100, overlapTokens: 0 } };
  const { indexVersionId } = await client.call(indexVersions.endpoints.start, { params: { id }, body });
  await eventually(async () => {
    const { items } = await client.call(indexVersions.endpoints.list, { params: { id } });
    const version = items.find((each) => each.indexVersionId === indexVersionId);
    return version?.run?.status === 'COMPLETED' && version.pending === 0;
  }, 40_000);
};

const buildGraph = async (company: Company) => {
  const { client, graphModelId: modelId } = company;
  const { id } = await importAll(company, {
    'clumsy.md': 'CLUMSY Albatross Ltd {ORGANIZATION} makes Anvils {PRODUCT} in year 1.',
  });
  const params = { id };
  await client.call(graph.endpoints.build, { params, body: { modelId, budgetCredits: null } });
  const state = await eventually(async () => {
    const { status, chunks } = await client.call(graph.endpoints.get, { params });
    return status !== 'QUEUED' && status !== 'RUNNING' && { status, chunks };
  }, 40_000);
  expect(state).toMatchObject({ status: 'READY', chunks: { done: 1, failed: 0 } });
};

const summarize = async (company: Company) => {
  const { client, graphModelId } = company;
  const id = await newKnowledgeBase(client, { languageModelId: graphModelId });
  await client.call(knowledge.endpoints.update, { params: { id }, body: { summarize: true } });
  await importTexts(client, id, { 'handbook.md': longText(120) });
  await eventually(async () => {
    const [row] = await server.sql<{ state: string }>(
      'select summary_state as state from knowledge_imports where knowledge_base_id = $1',
      [id],
    );
    return row?.state === 'READY';
  }, 40_000);
};

let server: TestServer;
let fake: FakeOpenAI;

describe('work that a run makes again because it was lost at a charge', () => {
  let reading: ReadingModel;

  beforeAll(async () => {
    [fake, reading] = await Promise.all([startFakeOpenAI(), startGraphModel()]);
    const hosts = [fake.baseUrl, reading.origin].map((address) => new URL(address).host);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: hosts.join(',') } });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
    await reading.close();
  });

  const found = async (): Promise<Company> => {
    const { client, user } = await server.signUp();
    const embeddingModels = ['fake-embedding'];
    await offerModels(client, fake.baseUrl, { chatModels: [], embeddingModels });
    return { client, tenantId: user.tenantId, graphModelId: await useGraphModel(client, reading) };
  };

  const spentBy = async ({ tenantId }: Company) => {
    const [row] = await server.sql<{ spent: string; used: string }>(
      `select (select coalesce(sum(amount), 0) from ledger_balances where tenant_id = $1 and account = 'SPENT') as spent,
        (select coalesce(sum(amount), 0) from usage_records where tenant_id = $1) as used`,
      [tenantId],
    );
    return row;
  };

  /** Does the same work for two companies. The runs of the second one are lost at their first charge of the given kind. */
  const expectSameCharge = async <T>(
    kind: 'EMBEDDING' | 'OTHER',
    work: (company: Company, prepared: T) => Promise<unknown>,
    prepare: (company: Company) => Promise<T>,
  ) => {
    const [calm, rough] = [await found(), await found()];
    const [first, second] = [await prepare(calm), await prepare(rough)];
    await work(calm, first);
    await loseRunsAtCharge(server, { tenantId: rough.tenantId, kind });
    await work(rough, second);
    const expected = await spentBy(calm);
    expect(Number(expected?.spent)).toBeGreaterThan(0);
    expect(await spentBy(rough)).toEqual(expected);
    const unfinished = `select 1 from runs where tenant_id = $1 and status <> 'COMPLETED'`;
    expect(await server.sql(unfinished, [rough.tenantId])).toEqual([]);
  };
  const nothing = () => Promise.resolve();

  it(
    'charges an import of small files once',
    () => expectSameCharge('EMBEDDING', (by) => importAll(by, smallTexts(30)), nothing),
    120_000,
  );

  it(
    'charges an import of a large file once',
    () => expectSameCharge('EMBEDDING', importLong, nothing),
    120_000,
  );

  it(
    'charges another version of an index once',
    () => expectSameCharge('EMBEDDING', cutAnew, importLong),
    120_000,
  );

  it(
    'charges a graph once whose chunk is asked about twice',
    () => expectSameCharge('OTHER', buildGraph, nothing),
    120_000,
  );

  it('charges a summary of several parts once', () => expectSameCharge('OTHER', summarize, nothing), 120_000);
});
