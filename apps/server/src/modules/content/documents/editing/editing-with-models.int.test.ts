import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { sources } from '@atelier/contracts/content/sources/sources';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';

const { endpoints } = documents;

const handbook = `# Handbook

## Leave

Employees get 25 days of paid leave per year.

## Travel

Trains are booked in second class.
`;

/** Each part is long enough to become a chunk of its own. */
const longHandbook = handbook.replaceAll(
  /\.$/gm,
  `. ${'The rest of this part says the same again in other words. '.repeat(30)}`,
);

describe('a document in an index of vectors', () => {
  let server: TestServer;
  let client: Client;
  let fake: FakeOpenAI;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(fake.baseUrl).host } });
    client = (await server.signUp()).client;
    await offerModels(client, fake.baseUrl, {
      chatModels: ['fake-chat', 'fake-writer'],
      embeddingModels: ['fake-embedding'],
    });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const embedded = () =>
    fake.requests
      .filter(({ path }) => path.endsWith('/embeddings'))
      .flatMap(({ body }) => [body['input']].flat());

  const importOne = async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    const [made] = await importTexts(client, knowledgeBaseId, { 'handbook.md': longHandbook });
    const importId = made?.knowledgeBaseImportId ?? '';
    await settled(client, [importId]);
    const { items } = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
    });
    return { knowledgeBaseId, importId, items };
  };

  it('is estimated with its summary where that is wanted, or is the habit of its knowledge base', {
    tags: ['IMPORT-52', 'KB-03'],
  }, async () => {
    const files = [{ name: 'handbook.md', size: 2_000_000 }];
    const estimate = (asked: object) =>
      client.call(sources.endpoints.estimate, { body: { files, ...asked } });
    const plain = await estimate({});
    const summarized = await estimate({ summarize: true });
    expect(plain.note).toBeNull();
    expect(summarized.note).toMatch(/^Summaries take [\d,]+ of the credits\.$/);
    expect(summarized.credits).toBeGreaterThan(plain.credits);
    const knowledgeBaseId = await newKnowledgeBase(client);
    expect((await estimate({ knowledgeBaseId, summarize: true })).credits).toBe(plain.credits);
    const params = { id: knowledgeBaseId };
    await client.call(knowledge.endpoints.update, { params, body: { summarize: true } });
    expect((await estimate({ knowledgeBaseId })).credits).toBe(summarized.credits);
  });

  it('has only the chunk embedded that was rewritten or added', {
    tags: ['CHUNK-04', 'CHUNK-05'],
  }, async () => {
    const { knowledgeBaseId, importId, items } = await importOne();
    const paid = embedded().length;
    const text = 'Sabbaticals last six months.';
    const chunkId = items.at(-1)?.chunkId ?? '';
    await client.call(endpoints.editChunk, { body: { chunkId, text, heading: null } });
    const body = { knowledgeBaseImportId: importId, text: 'Parental leave is granted.', heading: null };
    const added = await client.call(endpoints.addChunk, { body });
    expect(embedded().slice(paid)).toEqual([`handbook\n\n${text}`, 'handbook\n\nParental leave is granted.']);
    const found = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query: text, mode: 'VECTOR', topK: 10 },
    });
    expect(found.results[0]).toMatchObject({ chunkId, text });
    const ids = [...items.map((item) => item.chunkId), added.chunkId].sort();
    expect(found.results.map((result) => result.chunkId).sort()).toEqual(ids);
    await client.call(endpoints.removeChunk, { body: { chunkId } });
    const left = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query: text, mode: 'VECTOR', topK: 10 },
    });
    expect(left.results.map((result) => result.chunkId).sort()).toEqual(ids.filter((id) => id !== chunkId));
  });

  it('is summarized by the language model, and the cost is booked', { tags: ['IMPORT-48'] }, async () => {
    const { importId: knowledgeBaseImportId } = await importOne();
    const asked = fake.requests.length;
    const told = await client.call(endpoints.summarize, { body: { knowledgeBaseImportId } });
    expect(told.kind).toBe('WRITTEN');
    expect(told.summary).not.toBe('');
    const [request] = fake.requests.slice(asked).filter(({ path }) => path.endsWith('/chat/completions'));
    expect(JSON.stringify(request?.body)).toContain('Employees get 25 days');
    const [booked] = await server.sql<{ n: number }>(
      `select count(*)::int as n from usage_records where reference = $1`,
      [`summary of ${knowledgeBaseImportId}`],
    );
    expect(booked?.n).toBeGreaterThan(0);
  });

  it('is summarized, and asked after in other words, by the language model of its knowledge base', {
    tags: ['KB-05', 'KB-07'],
  }, async () => {
    const { knowledgeBaseId, importId } = await importOne();
    const { providers } = await client.call(models.endpoints.listProviders, {});
    const languageModelId = `${providers[0]?.providerId ?? ''}/fake-writer`;
    const params = { id: knowledgeBaseId };
    const choose = (id: string | null) =>
      client.send(knowledge.endpoints.update, { params, body: { languageModelId: id } });
    const unknown = await choose('prv_none/fake-writer');
    expect([unknown.status, unknown.body.code]).toEqual([400, 'knowledge.language_model_not_found']);
    const asked = async (work: () => Promise<unknown>) => {
      const before = fake.requests.length;
      await work();
      const chats = fake.requests.slice(before).filter(({ path }) => path.endsWith('/chat/completions'));
      return new Set(chats.map(({ body }) => body['model']));
    };
    const summarize = () => client.call(endpoints.summarize, { body: { knowledgeBaseImportId: importId } });
    const search = () =>
      client.call(retrieval.endpoints.retrievalTest, {
        body: { knowledgeBaseId, query: 'How much leave?', mode: 'MULTI_QUERY' },
      });
    expect(await asked(summarize)).toEqual(new Set(['fake-chat']));
    expect((await choose(languageModelId)).body.responseData).toMatchObject({ languageModelId });
    expect(await asked(summarize)).toEqual(new Set(['fake-writer']));
    expect(await asked(search)).toEqual(new Set(['fake-writer']));
    expect((await choose(null)).body.responseData).toMatchObject({ languageModelId: null });
    expect(await asked(search)).toEqual(new Set(['fake-chat']));
  });
});
