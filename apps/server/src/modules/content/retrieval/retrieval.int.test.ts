import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { searchKnowledge } from '../search/index.ts';

const { endpoints } = retrieval;
const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `${at}.txt`,
    `Coffee is served ${'again and '.repeat(at * 3)}again. Only here stands word${at}.`,
  ]),
);

describe('explaining and remembering retrieval', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;
  let id: string;
  let imports: Map<string, string>;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    client = signedUp.client;
    tenantId = signedUp.user.tenantId;
    id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, { ...files, 'broken.pdf': '%PDF-1.4 broken' });
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    imports = new Map(rows.map((row) => [row.name, row.knowledgeBaseImportId]));
  });
  afterAll(() => server.close());

  const idOf = (name: string): string => imports.get(name) ?? '';
  const explain = (
    query: string,
    wanted: { knowledgeBaseImportId?: string; text?: string; chunkId?: string },
    settings: Partial<RetrievalSettings> = {},
  ) => client.call(endpoints.explain, { body: { knowledgeBaseId: id, query, ...wanted, ...settings } });
  const ask = (query: string, settings: Partial<RetrievalSettings> = {}) =>
    client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: id, query, ...settings } });
  const actions = ({ fixes }: Awaited<ReturnType<typeof explain>>) => fixes.map(({ action }) => action);

  it('says that a chunk is found, with its rank in each ranking', {
    tags: ['RETRIEVE-07', 'RETRIEVE-09'],
  }, async () => {
    const [hit] = (await ask('word3')).results;
    const explanation = await explain('word3', { chunkId: hit?.chunkId ?? '' });
    expect(explanation).toMatchObject({
      found: true,
      lostAt: null,
      fixes: [],
      chunk: { chunkId: hit?.chunkId },
    });
    expect(explanation.ranks).toEqual([{ stage: 'bm25', rank: 1, of: 1, score: hit?.score }]);
    expect(explanation.steps.map(({ outcome }) => outcome)).toEqual(Array(9).fill('PASSED'));
  });

  it('finds the stage at which a chunk was lost: import, parse, state', async () => {
    const failed = await explain('pdf', { knowledgeBaseImportId: idOf('broken.pdf') });
    expect(failed).toMatchObject({
      found: false,
      lostAt: 'IMPORT',
      fixes: [{ action: 'OPEN_DOCUMENT', knowledgeBaseImportId: idOf('broken.pdf') }],
    });
    const nowhere = await explain('walrus', { text: 'The walrus lives here.' });
    expect(nowhere).toMatchObject({ lostAt: 'IMPORT', fixes: [{ action: 'ADD_DOCUMENT' }] });
    const unread = await explain('walrus', {
      knowledgeBaseImportId: idOf('1.txt'),
      text: 'The walrus lives here.',
    });
    expect(unread).toMatchObject({ lostAt: 'PARSE', fixes: [{ action: 'OPEN_DOCUMENT' }] });
    await server.sql("update knowledge_imports set state = 'DISABLED' where id = $1", [idOf('2.txt')]);
    const disabled = await explain('word2', { text: 'Only here stands word2.' });
    expect(disabled).toMatchObject({
      lostAt: 'STATE',
      fixes: [{ action: 'ENABLE_DOCUMENT', knowledgeBaseImportId: idOf('2.txt') }],
    });
    await server.sql("update knowledge_imports set state = 'ENABLED' where id = $1", [idOf('2.txt')]);
    expect((await explain('word2', { text: 'Only here stands word2.' })).found).toBe(true);
  });

  it('names the filter, rank, threshold or limit at which a chunk was lost, and a fix that works', async () => {
    const importId = idOf('11.txt');
    const filter: RetrievalSettings['filter'] = [
      { field: 'METADATA', operator: 'EQUALS', key: 'team', value: 'HR' },
    ];
    const filtered = await explain('coffee', { knowledgeBaseImportId: importId }, { filter });
    expect(filtered.lostAt).toBe('FILTER');
    expect(actions(filtered)).toEqual(['CLEAR_FILTER', 'ADD_METADATA']);

    const unrelated = await explain('walrus', { knowledgeBaseImportId: importId });
    expect(unrelated).toMatchObject({ lostAt: 'RANK', ranks: [{ stage: 'bm25', rank: null }] });
    expect(actions(unrelated)).toContain('REPHRASE');

    const high = await explain('coffee', { knowledgeBaseImportId: importId }, { scoreThreshold: 0.9 });
    expect(high.lostAt).toBe('THRESHOLD');
    const value = high.fixes[0]?.value;
    if (typeof value !== 'number') throw new Error('a threshold is named');
    expect(
      (await explain('coffee', { knowledgeBaseImportId: importId }, { scoreThreshold: value, topK: 50 }))
        .found,
    ).toBe(true);

    const cut = await explain('coffee', { knowledgeBaseImportId: importId }, { topK: 2 });
    expect(cut).toMatchObject({ lostAt: 'CONTEXT', fixes: [{ action: 'RAISE_TOP_K' }] });
    const enough = cut.fixes[0]?.value;
    if (typeof enough !== 'number') throw new Error('a number is named');
    const found = await ask('coffee', { topK: enough });
    expect(found.results.at(-1)?.document.knowledgeBaseImportId).toBe(importId);
    expect((await explain('coffee', { knowledgeBaseImportId: importId }, { topK: enough })).found).toBe(true);
  });

  it('follows a chunk through the reranking', async () => {
    const rerank = { enabled: true, method: 'LEXICAL' as const, candidates: 12, modelId: null };
    const explanation = await explain(
      'coffee',
      { knowledgeBaseImportId: idOf('5.txt') },
      { rerank, topK: 12 },
    );
    expect(explanation.ranks.map(({ stage }) => stage)).toEqual(['bm25', 'rerank']);
    const narrow = await explain(
      'coffee',
      { knowledgeBaseImportId: idOf('11.txt') },
      { rerank: { ...rerank, candidates: 3 }, topK: 2 },
    );
    expect(narrow.lostAt).toBe('RERANK');
  });

  it('asks what was expected, and names chunks that are gone', async () => {
    const nothing = await client.send(endpoints.explain, { body: { knowledgeBaseId: id, query: 'a' } });
    expect(nothing.status).toBe(400);
    const gone = await client.send(endpoints.explain, {
      body: { knowledgeBaseId: id, query: 'a', chunkId: 'chk_gone' },
    });
    expect(gone.body).toMatchObject({ code: 'retrieval.chunk_not_found' });
  });

  it('remembers tests with settings, results and who asked, newest or oldest first, and finds them', {
    tags: ['RETRIEVE-10', 'KB-18', 'HISTORY-01'],
  }, async () => {
    const base = await newKnowledgeBase(client);
    const test = (query: string) =>
      client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: base, query, topK: 3 } });
    for (const query of ['first', 'second', 'third']) await test(query);
    const list = (query: object) =>
      client.call(endpoints.history, { query: { knowledgeBaseId: base, ...query } });
    const newest = await list({});
    expect(newest.items.map(({ query }) => query)).toEqual(['third', 'second', 'first']);
    expect(newest.items[0]).toMatchObject({
      origin: 'TEST',
      settings: { topK: 3, mode: 'AUTO' },
      mode: 'BM25',
      results: [],
      askedBy: { name: expect.stringMatching(/./) },
    });
    const oldest = await list({ sort: '1', limit: 2 });
    expect(oldest.items.map(({ query }) => query)).toEqual(['first', 'second']);
    const rest = await list({ sort: '1', limit: 2, cursor: oldest.nextCursor ?? '' });
    expect(rest.items.map(({ query }) => query)).toEqual(['third']);
    expect((await list({ search: 'SECOND' })).total).toBe(1);
    expect((await list({ origin: 'CHAT' })).total).toBe(0);
    expect((await client.call(endpoints.history, { query: {} })).total).toBeGreaterThan(3);
  });

  it('marks what a chat searched, and keeps no text of a document', async () => {
    await searchKnowledge(server.contextOf(tenantId), {
      knowledgeBaseIds: [id],
      query: 'word7',
      mode: 'AUTO',
      topK: 5,
      scoreThreshold: 0,
      appId: 'app_test',
      isRecorded: true,
    });
    const { items } = await client.call(endpoints.history, {
      query: { knowledgeBaseId: id, origin: 'CHAT' },
    });
    expect(items[0]).toMatchObject({
      appId: 'app_test',
      askedBy: null,
      results: [{ documentName: '7.txt' }],
    });
    expect(JSON.stringify(items[0])).not.toContain('Only here stands');
  });

  it('forgets the oldest searches of a knowledge base', async () => {
    const base = await newKnowledgeBase(client);
    await server.sql(
      `insert into retrieval_history (tenant_id, id, knowledge_base_id, origin, query, settings, mode, results, timings, created_at)
        select $1, 'rtv_' || n, $2, 'TEST', 'old', '{}', 'BM25', '[]',
          '{"queriesMs":0,"embedMs":0,"outsideMs":0,"searchMs":0,"rerankMs":0,"totalMs":0}', now() - make_interval(mins => n)
        from generate_series(1, 510) n`,
      [tenantId, base],
    );
    await client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: base, query: 'new' } });
    const { items, total } = await client.call(endpoints.history, { query: { knowledgeBaseId: base } });
    expect(total).toBe(500);
    expect(items[0]?.query).toBe('new');
    expect(items[1]?.settings.topK).toBe(8);
  });

  it('shows users who may not write knowledge only their own tests', async () => {
    const member = await joinTenant(server, { tenantId, role: 'USER' });
    await member.client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'mine' },
    });
    const { items } = await member.client.call(endpoints.history, { query: { knowledgeBaseId: id } });
    expect(items.map(({ query }) => query)).toEqual(['mine']);
  });

  it('saves questions with the chunks that they should find, each once, and only for users who may write', async () => {
    const expected = [
      { knowledgeBaseImportId: idOf('4.txt'), documentName: '', text: 'Only here stands word4.' },
    ];
    const saved = await client.call(endpoints.saveQuestion, {
      body: { knowledgeBaseId: id, query: 'word4?', expected },
    });
    expect(saved.expected).toEqual([{ ...expected[0], documentName: '4.txt' }]);
    const again = await client.send(endpoints.saveQuestion, {
      body: { knowledgeBaseId: id, query: 'word4?', expected },
    });
    expect(again.body).toMatchObject({ code: 'retrieval.question_saved' });
    const foreign = await client.send(endpoints.saveQuestion, {
      body: { knowledgeBaseId: await newKnowledgeBase(client), query: 'x', expected },
    });
    expect(foreign.body).toMatchObject({ code: 'knowledge.import_not_found' });
    const params = { questionId: saved.savedQuestionId };
    const changed = await client.call(endpoints.changeQuestion, {
      params,
      body: { query: 'Where is word4?' },
    });
    expect(changed).toMatchObject({ query: 'Where is word4?', expected: saved.expected });
    const change = (body: object) => client.send(endpoints.changeQuestion, { params, body });
    const same = await change({ query: 'Where is word4?' });
    expect(same.body.responseData).toMatchObject({ query: 'Where is word4?', revision: changed.revision });
    expect((await change({ query: 'Late', revision: 1 })).body.code).toBe(
      'retrieval.question_changed_meanwhile',
    );
    const whole = [{ ...expected[0], text: '' }];
    const emptied = await change({ expected: whole });
    expect(emptied.body.responseData).toMatchObject({
      query: 'Where is word4?',
      expected: [{ ...whole[0], documentName: '4.txt' }],
    });
    expect((await change({ expected })).body.responseData).toMatchObject({ expected: saved.expected });
    const nowhere = { knowledgeBaseId: 'knb_none' };
    for (const endpoint of [endpoints.listQuestions, endpoints.filterValues, endpoints.history])
      expect((await client.send(endpoint, { query: nowhere })).body.code).toBe('knowledge.not_found');
    const { items } = await client.call(endpoints.listQuestions, {
      query: { knowledgeBaseId: id, search: 'where' },
    });
    expect(items).toMatchObject([{ query: 'Where is word4?', expected: saved.expected }]);
    await client.call(endpoints.removeQuestion, { params });
    const gone = await client.send(endpoints.removeQuestion, { params });
    expect(gone.body).toMatchObject({ code: 'retrieval.question_not_found' });
  });

  it('says what a knowledge base can be filtered by', async () => {
    await server.sql(
      `update knowledge_imports set language = 'en', categories = '["HR","Rules"]', metadata = '{"team":"a"}' where id = $1`,
      [idOf('0.txt')],
    );
    expect(await client.call(endpoints.filterValues, { query: { knowledgeBaseId: id } })).toEqual({
      documentTypes: [],
      languages: ['en'],
      categories: ['HR', 'Rules'],
      metadataKeys: ['team'],
      sources: ['FILE'],
    });
  });
});
