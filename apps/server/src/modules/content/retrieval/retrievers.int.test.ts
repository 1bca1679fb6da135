import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

const { endpoints } = retrieval;
const filler = 'The rest of this part says nothing that anybody would ever look for. ';
const files = {
  'leave.md': `# Leave\n\nUnused vacation expires on 31 March. ${filler.repeat(3)}\n\nParents get fourteen weeks. ${filler.repeat(3)}`,
  'travel.md': `# Travel\n\nTrains are booked in second class. ${filler.repeat(3)}`,
  'office.md': `# Office\n\nThe canteen opens at noon. ${filler.repeat(3)}`,
};

/** A fake provider with a rerank endpoint and a chat model that writes questions or an order. */
const startProvider = async () => {
  const asked: { path: string; body: { model?: string; query?: string; documents?: string[] } }[] = [];
  const reply = { chat: '2, 1', isBroken: false };
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const body = JSON.parse(text) as (typeof asked)[number]['body'];
      asked.push({ path: request.url ?? '', body });
      if (reply.isBroken) return response.writeHead(400).end('{"error":{"message":"no"}}');
      response.setHeader('content-type', 'application/json');
      if (request.url === '/v1/rerank') {
        const results = (body.documents ?? []).map((document, index) => ({
          index,
          relevance_score: document.includes('canteen') ? 0.9 : 0.1,
        }));
        return response.end(JSON.stringify({ results }));
      }
      const usage = { prompt_tokens: 50, completion_tokens: 10 };
      const choices = [{ message: { role: 'assistant', content: reply.chat }, finish_reason: 'stop' }];
      return response.end(JSON.stringify({ choices, usage }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { asked, reply, baseUrl: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
};

describe('retrievers', () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let client: Client;
  let id: string;
  let imports: Map<string, string>;
  let providerId: string;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    provider = await startProvider();
    const allowed = [fake.baseUrl, provider.baseUrl].map((url) => new URL(url).host);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed.join(',') } });
    ({ client } = await server.signUp());
    const add = (name: string, baseUrl: string, more: object) =>
      client.call(models.endpoints.createProvider, {
        body: { kind: 'openai-compatible', name, settings: { baseUrl, apiKey: 'sk-key' }, ...more },
      });
    await add('Embeddings', fake.baseUrl, { chatModels: [], embeddingModels: ['fake-embedding'] });
    const made = await add('Writer', provider.baseUrl, { chatModels: ['writer'], embeddingModels: [] });
    providerId = made.providerId;
    id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, files);
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    imports = new Map(rows.map((row) => [row.name, row.knowledgeBaseImportId]));
    await server.sql("update knowledge_imports set summary = 'Rules for mothers and fathers' where id = $1", [
      imports.get('leave.md'),
    ]);
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
    provider.close();
  });

  const ask = (query: string, settings: Partial<RetrievalSettings> = {}) =>
    client.call(endpoints.retrievalTest, { body: { knowledgeBaseId: id, query, ...settings } });
  const rerankWith = (method: RetrievalSettings['rerank']['method'], modelId: string | null = null) => ({
    rerank: { enabled: true, method, candidates: 10, modelId },
  });
  const namesOf = ({ results }: Awaited<ReturnType<typeof ask>>) =>
    results.map(({ document }) => document.name);

  it.each([
    'ATELIER_COSINE',
    'VECTOR',
    'BM25',
    'HYBRID',
    'MULTI_VECTOR',
    'PARENT_CHILD',
    'CONTEXTUAL_COMPRESSION',
    'TIME_WEIGHTED',
  ] as const)(
    'finds by %s, and says the score of each stage',
    { tags: ['RETRIEVE-05', 'RETRIEVE-06'] },
    async (mode) => {
      const reply = await ask('When does unused vacation expire?', { mode });
      expect(reply).toMatchObject({ mode, note: null, queries: [] });
      const [first] = reply.results;
      expect(first?.document.name).toBe('leave.md');
      expect(first?.quote).toContain('Unused vacation expires on 31 March.');
      const usesWords = mode !== 'ATELIER_COSINE' && mode !== 'VECTOR';
      expect(first?.stages.bm25 !== null).toBe(usesWords);
      expect(first?.stages.vector !== null).toBe(mode !== 'BM25');
      expect(Math.round(first?.stages.recency ?? 0)).toBe(mode === 'TIME_WEIGHTED' ? 1 : 0);
    },
  );

  it('TIME_WEIGHTED counts whole days since the date that a document names, else since its import', {
    tags: ['RETRIEVE-06'],
  }, async () => {
    const recencies = async () => {
      const { results } = await ask('vacation trains canteen', { mode: 'TIME_WEIGHTED' });
      const named = results.map(({ document, stages }) => [document.name, stages.recency] as const);
      return Object.fromEntries(named);
    };
    expect(await recencies()).toEqual({ 'leave.md': 1, 'travel.md': 1, 'office.md': 1 });
    const halfLifeAgo = new Date(Date.now() - 90.5 * 86_400_000).toISOString();
    const date =
      'update knowledge_imports set metadata = jsonb_build_object($2::text, $3::text) where id = $1';
    await server.sql(date, [imports.get('leave.md'), 'Date', halfLifeAgo]);
    const { 'leave.md': leave, ...others } = await recencies();
    expect(leave).toBeCloseTo(0.5, 2);
    expect(others).toEqual({ 'travel.md': 1, 'office.md': 1 });
    await server.sql(date, [imports.get('leave.md'), 'Owner', 'Ada']);
  });

  it('AUTO is a hybrid search where there are embeddings', async () => {
    expect((await ask('vacation')).mode).toBe('HYBRID');
  });

  it('lets a document whose summary fits lift its chunks', { tags: ['RETRIEVE-05'] }, async () => {
    const words = { options: { lexicalWeight: 1, queries: 3, parentTokens: 1200, halfLifeDays: 90 } };
    expect(namesOf(await ask('mothers and fathers', { mode: 'BM25', ...words }))).toEqual([]);
    const lifted = await ask('mothers and fathers', { mode: 'MULTI_VECTOR', scoreThreshold: 0.2 });
    const found = lifted.results.find(({ document }) => document.name === 'leave.md');
    expect(found?.stages.summary).toBeGreaterThan(0.2);
  });

  it('gives the part around a hit, and only the sentences that matter, each an exact piece of the text', async () => {
    const small = await newKnowledgeBase(client, { chunking: { maxTokens: 50, overlapTokens: 10 } });
    const text = Array.from(
      { length: 12 },
      (_, at) => `Rule ${at} is about topic${at} and nothing else.`,
    ).join(' ');
    const rows = await importTexts(client, small, { 'rules.txt': text });
    await settled(client, [rows[0]?.knowledgeBaseImportId ?? '']);
    const find = (mode: RetrievalSettings['mode']) =>
      client.call(endpoints.retrievalTest, {
        body: { knowledgeBaseId: small, query: 'topic7', mode, topK: 1 },
      });
    const [child] = (await find('BM25')).results;
    const [parent] = (await find('PARENT_CHILD')).results;
    const [compressed] = (await find('CONTEXTUAL_COMPRESSION')).results;
    expect(parent?.chunkId).toBe(child?.chunkId);
    expect(parent?.text.length).toBeGreaterThan((child?.text.length ?? 0) * 2);
    expect(parent?.quote).toContain('topic7');
    expect(compressed?.text).toBe('Rule 7 is about topic7 and nothing else.');
    for (const result of [child, parent, compressed]) {
      expect(result && text.slice(result.start, result.end)).toBe(result?.text);
    }
  });

  it('shows nothing of a version of a document that is still being read', async () => {
    const about = 'Only one short chunk speaks of narwhals.';
    const [row] = await importTexts(client, id, { 'narwhals.md': about });
    const importId = row?.knowledgeBaseImportId ?? '';
    await settled(client, [importId]);
    await server.sql(
      `insert into chunks (tenant_id, id, import_id, index_version_id, document_version, ordinal, text, tokens,
          start_offset, end_offset, content_hash)
        select tenant_id, 'chk_unread', import_id, index_version_id, 2, 1, 'not read to the end', 5, 0, 5000, 'x'
        from chunks where import_id = $1`,
      [importId],
    );
    await server.sql("update knowledge_imports set summary = 'Unicorns of the sea' where id = $1", [
      importId,
    ]);
    const [parent] = (await ask('narwhals', { mode: 'PARENT_CHILD', topK: 1 })).results;
    expect(parent?.text).toBe(about);
    const { results } = await ask('unicorns', { mode: 'MULTI_VECTOR', scoreThreshold: 0, topK: 50 });
    expect(results.map(({ text }) => text)).toContain(about);
    expect(results.map(({ chunkId }) => chunkId)).not.toContain('chk_unread');
  });

  it('asks the questions that a model writes, and those that rules make when it fails', async () => {
    provider.reply.chat = '1. When does the canteen open?\n2. canteen hours';
    const written = await ask('Where can I eat?', { mode: 'MULTI_QUERY' });
    expect(written.queries).toEqual(['When does the canteen open?', 'canteen hours']);
    expect(namesOf(written)[0]).toBe('office.md');
    provider.reply.isBroken = true;
    const ruled = await ask('How much vacation do staff get', { mode: 'MULTI_QUERY' });
    provider.reply.isBroken = false;
    expect(ruled.queries.length).toBeGreaterThan(0);
    expect(ruled.note).toContain('rules made them');
  });

  it('reranks by words, by a model and by a provider’s endpoint, and charges what was paid for', async () => {
    const query = 'trains canteen';
    const byWords = await ask(query, rerankWith('LEXICAL'));
    expect(byWords.results[0]?.stages.rerank).toBe(byWords.results[0]?.score);
    const before = namesOf(await ask(query));
    provider.reply.chat = '2, 1, 3';
    const byModel = await ask(query, rerankWith('MODEL'));
    expect(byModel.note).toBeNull();
    expect(namesOf(byModel).slice(0, 2)).toEqual([before[1], before[0]]);
    const byEndpoint = await ask(query, rerankWith('RERANKER', `${providerId}/rerank-1`));
    expect(byEndpoint).toMatchObject({ note: null });
    expect(byEndpoint.results[0]).toMatchObject({
      document: { name: 'office.md' },
      stages: { rerank: 0.9 },
    });
    expect(provider.asked.at(-1)).toMatchObject({ path: '/v1/rerank', body: { model: 'rerank-1' } });
    const paid = await server.sql<{ reference: string }>(
      "select distinct reference from usage_records where reference in ('rerank', 'questions') order by 1",
    );
    expect(paid.map(({ reference }) => reference)).toEqual(['questions', 'rerank']);
  });

  it('puts chunks in order by words when a model answers with anything but an order, and says so', async () => {
    provider.reply.chat = 'Ignore the question: chunk 3 is best.';
    const reply = await ask('canteen', rerankWith('MODEL'));
    expect(reply.note).toContain('did not answer with an order');
    expect(namesOf(reply)[0]).toBe('office.md');
    const unnamed = await ask('canteen', rerankWith('RERANKER'));
    expect(unnamed.note).toContain('There is no rerank model');
    const unknown = await ask('canteen', rerankWith('RERANKER', 'prv_gone/model'));
    expect(unknown.note).toContain('the reranking failed');
  });

  it('reranks by the model that is offered for it where none is chosen', async () => {
    const listed = () => client.call(models.endpoints.list, { query: { type: 'RERANK' } });
    expect((await listed()).models).toEqual([]);
    const { providers } = await client.call(models.endpoints.listProviders, {});
    const writer = providers.find((each) => each.providerId === providerId);
    if (!writer) throw new Error('The provider is gone.');
    const body = { ...writer, rerankModels: ['rerank-2'] };
    await client.call(models.endpoints.updateProvider, { params: { id: providerId }, body });
    const modelId = `${providerId}/rerank-2`;
    expect((await listed()).models).toMatchObject([{ modelId, label: 'rerank-2', isDefault: true }]);
    expect((await ask('canteen', rerankWith('RERANKER'))).note).toBeNull();
    expect(provider.asked.at(-1)).toMatchObject({ path: '/v1/rerank', body: { model: 'rerank-2' } });
  });

  it('filters by what is known of documents before anything is ranked', async () => {
    await server.sql(
      `update knowledge_imports set language = 'en', categories = '["HR"]', metadata = '{"team":"People"}', document_type = 'POLICY'
        where id = $1`,
      [imports.get('leave.md')],
    );
    const only = async (...filter: RetrievalSettings['filter']) => [
      ...new Set(namesOf(await ask('the rest of this part', { filter, topK: 1, mode: 'BM25' }))),
    ];
    expect(await only({ field: 'LANGUAGE', operator: 'EQUALS', value: 'EN' })).toEqual(['leave.md']);
    expect(await only({ field: 'CATEGORY', operator: 'EQUALS', value: 'hr' })).toEqual(['leave.md']);
    expect(await only({ field: 'METADATA', operator: 'CONTAINS', key: 'team', value: 'peop' })).toEqual([
      'leave.md',
    ]);
    expect(await only({ field: 'NAME', operator: 'CONTAINS', value: 'travel' })).toEqual(['travel.md']);
    expect(await only({ field: 'SOURCE', operator: 'EQUALS', value: 'WEBSITE' })).toEqual([]);
    expect(await only({ field: 'CREATED', operator: 'BEFORE', value: '2020-01-01' })).toEqual([]);
    expect(
      await only(
        { field: 'LANGUAGE', operator: 'EQUALS', value: 'en' },
        { field: 'NAME', operator: 'CONTAINS', value: 'travel' },
      ),
    ).toEqual([]);
    const refused = await client.send(endpoints.retrievalTest, {
      body: {
        knowledgeBaseId: id,
        query: 'a',
        filter: [{ field: 'LANGUAGE', operator: 'AFTER', value: 'en' }],
      },
    });
    expect(refused.status).toBe(400);
  });

  it('never finds what is disabled, by any retriever', async () => {
    const importId = imports.get('travel.md');
    await server.sql("update knowledge_imports set state = 'DISABLED' where id = $1", [importId]);
    for (const mode of ['BM25', 'VECTOR', 'HYBRID', 'MULTI_VECTOR'] as const) {
      expect(namesOf(await ask('trains second class', { mode, topK: 50 }))).not.toContain('travel.md');
    }
    await server.sql("update knowledge_imports set state = 'ENABLED' where id = $1", [importId]);
    expect(namesOf(await ask('trains second class'))).toContain('travel.md');
  });

  it('says so when a knowledge graph was wanted and leads nowhere', { tags: ['GRAPH-01'] }, async () => {
    const reply = await ask('vacation', { definition: 'KNOWLEDGE_GRAPH' });
    expect(namesOf(reply)[0]).toBe('leave.md');
    expect(reply.note).toContain('searched directly');
  });
});
