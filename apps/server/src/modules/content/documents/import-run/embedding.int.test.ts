import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import {
  importTexts,
  longText,
  newKnowledgeBase,
  settled,
  storedOf,
} from '../../../../../tests/knowledge.ts';

const { endpoints } = retrieval;

describe('an import with embeddings', () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let client: Client;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({
      env: { ATELIER_ROLES: 'api', OUTBOUND_ALLOW: new URL(fake.baseUrl).host },
    });
    client = (await server.signUp()).client;
    await offerModels(client, fake.baseUrl, {
      chatModels: [],
      embeddingModels: ['fake-embedding', 'short-reply'],
    });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const env = () => ({ ATELIER_ROLES: 'worker', OUTBOUND_ALLOW: new URL(fake.baseUrl).host });
  const embedded = () =>
    fake.requests
      .filter(({ path }) => path.endsWith('/embeddings'))
      .flatMap(({ body }) => [body['input']].flat());

  it('pays for each chunk once, though its worker stops in between', async () => {
    const id = await newKnowledgeBase(client);
    const [row] = await importTexts(client, id, { 'long.txt': longText(1500) });
    const importId = row?.knowledgeBaseImportId ?? '';
    const vectors = async () =>
      (
        await server.sql<{ n: number }>(
          `select count(*)::int as n from index_segments where import_id = $1 and kind = 'VECTOR'`,
          [importId],
        )
      )[0]?.n ?? 0;
    const first = await server.another({ env: env() });
    await eventually(async () => (await vectors()) >= 2);
    await first.close();
    const second = await server.another({ env: env() });
    const [done] = await settled(client, [importId], 50_000);
    await second.close();
    expect(done?.status).toBe('COMPLETED');
    const stored = await storedOf(server, importId);
    expect(stored).toMatchObject({
      chunks: done?.chunkCount,
      lexical: done?.chunkCount,
      vectors: done?.chunkCount,
      waiting: 0,
    });
    const texts = embedded();
    // At most the one batch in progress when the worker stopped is embedded again.
    expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(64);
    expect(new Set(texts).size).toBe(done?.chunkCount);
  });

  it('keeps its words and vectors when the server stops after publishing, before the end is recorded', async () => {
    const id = await newKnowledgeBase(client);
    const [row] = await importTexts(client, id, { 'leave.md': 'Employees get 30 days of paid leave.' });
    const importId = row?.knowledgeBaseImportId ?? '';
    const first = await server.another({ env: env() });
    const [done] = await settled(client, [importId]);
    await first.close();
    const paid = embedded().length;
    // Ended runs never change, so the trigger that protects them is disabled while the test undoes the end.
    await server.sql('set session_replication_role = replica');
    await server.sql(
      `update runs set status = 'QUEUED', finished_at = null, ready_at = now() where subject_id = $1`,
      [importId],
    );
    await server.sql('set session_replication_role = origin');
    const second = await server.another({ env: env() });
    await settled(client, [importId]);
    await second.close();
    const expected = { lexical: done?.chunkCount, vectors: done?.chunkCount, waiting: 0 };
    expect(await storedOf(server, importId)).toMatchObject(expected);
    expect(embedded()).toHaveLength(paid);
  });

  it('fails with its cause when the model answers with vectors of another size', async () => {
    const id = await newKnowledgeBase(client);
    await server.sql('update index_versions set dimensions = 7 where knowledge_base_id = $1', [id]);
    const worker = await server.another({ env: env() });
    const [row] = await importTexts(client, id, { 'leave.md': 'Employees get 25 days of paid leave.' });
    const [failed] = await settled(client, [row?.knowledgeBaseImportId ?? '']);
    await worker.close();
    expect(failed).toMatchObject({ status: 'ERRORED', error: { code: 'knowledge.dimensions_changed' } });
    const found = await client.call(endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'leave', mode: 'BM25' },
    });
    expect(found.results).toEqual([]);
  });

  it('is searched by words and meaning together', async () => {
    const id = await newKnowledgeBase(client);
    const worker = await server.another({ env: env() });
    const rows = await importTexts(client, id, {
      'leave.md': 'Employees get 25 days of paid leave per year.',
      'travel.md': 'Trains are booked in second class.',
    });
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    await worker.close();
    const found = await client.call(endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'paid leave days' },
    });
    expect(found).toMatchObject({ mode: 'HYBRID', note: null });
    expect(found.results[0]?.document.name).toBe('leave.md');
    const { bm25, vector, fused } = found.results[0]?.stages ?? {};
    for (const score of [bm25, vector, fused]) expect(score).toBeGreaterThan(0);
    const byMeaning = await client.call(endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'paid leave days', mode: 'VECTOR' },
    });
    expect(byMeaning.mode).toBe('VECTOR');
    expect(byMeaning.results[0]?.stages.bm25).toBeNull();
    const byWords = await client.call(endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'paid leave days', mode: 'BM25' },
    });
    expect(byWords.mode).toBe('BM25');
    expect(byWords.results[0]?.stages.vector).toBeNull();
  });

  it('falls back to words, and says so, when the model does not answer the question', async () => {
    const id = await newKnowledgeBase(client);
    const worker = await server.another({ env: env() });
    const rows = await importTexts(client, id, { 'leave.md': 'Employees get 25 days of paid leave.' });
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    await worker.close();
    await server.sql(
      `update index_versions set embedding_model_id = 'gone/model' where knowledge_base_id = $1`,
      [id],
    );
    const found = await client.call(endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'leave' },
    });
    expect(found.mode).toBe('BM25');
    expect(found.note).toContain('could not be embedded');
    expect(found.results).toHaveLength(1);
  });
});
