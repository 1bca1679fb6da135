import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

/** A filing whose passages name neither the company nor the quarter, behind a first page that names both. */
const filing = (company: string, ended: string, figure: string): string =>
  [
    `QUARTERLY REPORT\n\nFor the quarterly period ended ${ended}\n\n${company}\n\n${'The registrant has filed all reports that were due. '.repeat(18)}`,
    `## Results\n\nOperating expenses were ${figure} million in the period, more than a year before. ${'They grew with the number of people. '.repeat(40)}`,
    `## Dividends\n\nThe board declared a dividend for holders of record. ${'It is paid in cash every time. '.repeat(40)}`,
  ].join('\n\n');

const files = {
  '2022 Q3 AAPL.md': filing('Apple Inc.', 'June 25, 2022', '12,809'),
  '2023 Q1 AAPL.md': filing('Apple Inc.', 'December 31, 2022', '14,316'),
  '2022_Q3_NVDA.md': filing('NVIDIA CORPORATION', 'October 30, 2022', '2,576'),
};

describe('chunks that know their document', () => {
  let server: TestServer;
  let client: Client;
  let fake: FakeOpenAI;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(fake.baseUrl).host } });
    ({ client } = await server.signUp());
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const add = async (id: string, given: Record<string, string> = files) => {
    const rows = await importTexts(client, id, given);
    const ids = rows.map((row) => row.knowledgeBaseImportId);
    for (const { status } of await settled(client, ids)) expect(status).toBe('COMPLETED');
    return ids;
  };
  const find = async (id: string, query: string) => {
    const body = { knowledgeBaseId: id, query, mode: 'BM25' as const };
    const { results } = await client.call(retrieval.endpoints.retrievalTest, { body });
    return results.map(({ document, text }) => ({ name: document.name, text }));
  };
  const versionsOf = (id: string) => ({
    offer: async () => (await client.call(indexVersions.endpoints.offer, { params: { id } })).offer,
    list: async () => (await client.call(indexVersions.endpoints.list, { params: { id } })).items,
  });
  /** Makes a knowledge base as an earlier release left it. */
  const oldBase = async () => {
    const id = await newKnowledgeBase(client);
    await server.sql('update index_versions set format = 1 where knowledge_base_id = $1', [id]);
    await add(id);
    return id;
  };
  /** The first chunk is of the document, and the words are in its first two: the first page, which has the name too, may come before. */
  const finds = async (id: string, query: string, name: string, words: string) => {
    const found = await find(id, query);
    expect(found[0]?.name, query).toBe(name);
    const own = found.filter((each) => each.name === name).slice(0, 2);
    expect(own.map(({ text }) => text).join('\n'), query).toContain(words);
  };

  it('are found by the short form, the name, the quarter and the date of their document', async () => {
    const id = await newKnowledgeBase(client);
    await add(id);
    await finds(id, 'operating expenses of Apple in the third quarter', '2022 Q3 AAPL.md', '12,809');
    await finds(id, 'operating expenses AAPL Q1 2023', '2023 Q1 AAPL.md', '14,316');
    await finds(id, 'operating expenses of NVIDIA', '2022_Q3_NVDA.md', '2,576');
    await finds(id, 'dividend of NVDA', '2022_Q3_NVDA.md', 'holders of record');
    expect(await versionsOf(id).offer()).toBeNull();
  });

  it('keep their names when they are edited and added by hand', async () => {
    const id = await newKnowledgeBase(client);
    const ids = await add(id);
    const params = { knowledgeBaseImportId: ids[2] ?? '' };
    const { items } = await client.call(documentImports.endpoints.listChunks, { params });
    const last = items.at(-1)?.chunkId ?? '';
    expect(items.length).toBeGreaterThan(1);
    await client.call(documents.endpoints.editChunk, {
      body: { chunkId: last, text: 'Nobody received a bonus.' },
    });
    await finds(id, 'bonus at NVIDIA', '2022_Q3_NVDA.md', 'Nobody received a bonus');
    await add(id, { 'other.md': `Bonus\n\n${'A bonus is paid to all. '.repeat(30)}` });
    await finds(id, 'NVIDIA bonus', '2022_Q3_NVDA.md', 'Nobody');
  });

  it('come with another index that is offered, built beside and searched after the switch', async () => {
    const id = await oldBase();
    const { offer, list } = versionsOf(id);
    const query = 'operating expenses of NVIDIA';
    expect((await find(id, query)).map(({ name }) => name).slice(0, 2)).not.toEqual([
      '2022_Q3_NVDA.md',
      '2022_Q3_NVDA.md',
    ]);
    expect(await offer()).toEqual({
      improvements: ['DOCUMENT_NAMES'],
      embeddingModelId: null,
      documents: 3,
      versionId: null,
    });
    const body = { embeddingModelId: null };
    const { indexVersionId } = await client.call(indexVersions.endpoints.start, { params: { id }, body });
    expect((await offer())?.versionId).toBe(indexVersionId);
    expect(await find(id, 'dividend')).toHaveLength(3);
    await eventually(async () => {
      const built = (await list()).find((version) => version.indexVersionId === indexVersionId);
      return built?.run?.status === 'COMPLETED' && built.pending === 0 && built.format === 2;
    });
    // A document that comes meanwhile is taken over before the switch.
    await add(id, { '2023 Q2 INTC.md': filing('INTEL CORPORATION', 'July 1, 2023', '5,500') });
    expect((await list()).find(({ status }) => status === 'ACTIVE')?.format).toBe(1);
    // It is brought up to date by itself, and cannot be switched to meanwhile.
    const activate = { params: { id, versionId: indexVersionId } };
    await eventually(
      async () => (await client.send(indexVersions.endpoints.activate, activate)).body.success,
    );
    await eventually(async () => (await offer()) === null);
    await finds(id, query, '2022_Q3_NVDA.md', '2,576');
    await finds(id, 'operating expenses of Intel', '2023 Q2 INTC.md', '5,500');
  });

  it('are embedded under the title of their document, in the current format only', async () => {
    await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Embeddings',
        settings: { baseUrl: fake.baseUrl, apiKey: 'sk-key' },
        chatModels: [],
        embeddingModels: ['fake-embedding'],
      },
    });
    const { models: listed } = await client.call(models.endpoints.list, { query: { type: 'EMBEDDING' } });
    const embeddingModelId = listed.find(({ modelId }) => modelId.endsWith('/fake-embedding'))?.modelId;
    const id = await newKnowledgeBase(client, { embeddingModelId });
    await server.sql('update index_versions set format = 1 where knowledge_base_id = $1', [id]);
    const embedded = () =>
      fake.requests
        .filter(({ path }) => path.endsWith('/embeddings'))
        .flatMap(({ body }) => (body as { input: string[] }).input);
    await add(id, { 'Leave_policy-2024.md': 'Unused vacation expires on 31 March.' });
    expect(embedded()).toEqual(['Unused vacation expires on 31 March.']);
    const { offer } = versionsOf(id);
    expect(await offer()).toMatchObject({ improvements: ['DOCUMENT_NAMES'], embeddingModelId });
    const body = { embeddingModelId };
    const { indexVersionId } = await client.call(indexVersions.endpoints.start, { params: { id }, body });
    await eventually(async () => embedded().length === 2);
    expect(embedded()[1]).toBe('Leave policy 2024\n\nUnused vacation expires on 31 March.');
    const begun = async () => (await offer())?.versionId;
    expect(await begun()).toBe(indexVersionId);
    // A version in an old format, or without the model, is not the one that is offered.
    await server.sql('update index_versions set format = 1 where id = $1', [indexVersionId]);
    expect(await begun()).toBeNull();
    await server.sql('update index_versions set format = 2, embedding_model_id = null where id = $1', [
      indexVersionId,
    ]);
    expect(await begun()).toBeNull();
  });
});
