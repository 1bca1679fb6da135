import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { type IndexVersion, indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { activeIndex } from '../indexing/index.ts';
import { expiryJob } from './service/switch-index.ts';

const { endpoints } = indexVersions;

const sentence = (at: number) => `Paragraph ${at} tells of subject${at}, which is about matter${at} alone. `;
const longText = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => sentence(at).repeat(6)).join('\n\n');

const small = { chunking: { maxTokens: 100, overlapTokens: 0 } };

describe('another version of an index', () => {
  let server: TestServer;
  let worker: TestServer;
  let fake: FakeOpenAI;
  let client: Client;
  let tenantId: string;

  const startWorker = async () => {
    const env = { ATELIER_ROLES: 'worker', OUTBOUND_ALLOW: new URL(fake.baseUrl).host };
    worker = await server.another({ env });
  };

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({
      env: { ATELIER_ROLES: 'api', OUTBOUND_ALLOW: new URL(fake.baseUrl).host },
    });
    await startWorker();
    const signedUp = await server.signUp();
    client = signedUp.client;
    tenantId = signedUp.user.tenantId;
    await offerModels(client, fake.baseUrl, { chatModels: [], embeddingModels: ['fake-embedding'] });
  });
  afterAll(async () => {
    await worker.close();
    await server.close();
    await fake.close();
  });

  const add = async (id: string, files: Record<string, string>) => {
    const rows = await importTexts(client, id, files);
    const ids = rows.map((row) => row.knowledgeBaseImportId);
    expect((await settled(client, ids)).map(({ status }) => status)).toEqual(ids.map(() => 'COMPLETED'));
    return ids;
  };
  const list = async (id: string) => (await client.call(endpoints.list, { params: { id } })).items;
  const start = (id: string, body: object = small) => client.call(endpoints.start, { params: { id }, body });
  const read = async (id: string, versionId: string): Promise<IndexVersion> => {
    const found = (await list(id)).find(({ indexVersionId }) => indexVersionId === versionId);
    if (!found) throw new Error('The version is gone.');
    return found;
  };
  const reach = (id: string, versionId: string, isThere: (version: IndexVersion) => boolean) =>
    eventually(async () => {
      const version = await read(id, versionId);
      return isThere(version) && version;
    }, 40_000);
  const built = (id: string, versionId: string) =>
    reach(id, versionId, ({ run, pending }) => run?.status === 'COMPLETED' && pending === 0);
  const ask = async (id: string, query: string, mode: 'BM25' | 'VECTOR' = 'BM25') => {
    const body = { knowledgeBaseId: id, query, mode };
    return (await client.call(retrieval.endpoints.retrievalTest, { body })).results;
  };
  const codeOf = async (
    endpoint: 'cancel' | 'activate' | 'remove' | 'compare',
    id: string,
    versionId: string,
  ) => (await client.send(endpoints[endpoint], { params: { id, versionId } })).body.code;
  const embedded = () =>
    fake.requests
      .filter(({ path }) => path.endsWith('/embeddings'))
      .flatMap(({ body }) => [body['input']].flat());
  const chunksOf = async (importId: string) =>
    (await client.call(documentImports.endpoints.listChunks, { params: { knowledgeBaseImportId: importId } }))
      .items;

  it('is estimated before it begins, and refused when nothing is other', {
    tags: ['KB-04', 'KB-05'],
  }, async () => {
    const id = await newKnowledgeBase(client);
    await add(id, { 'long.txt': longText(20) });
    const params = { id };
    const estimate = await client.call(endpoints.estimate, { params, body: small });
    const [active] = await list(id);
    expect(estimate).toEqual({ documents: 1, chunks: 24, tokens: 1760, credits: 1.76, seconds: 1 });
    expect(estimate.chunks).toBeGreaterThan(active?.chunks ?? 0);
    const store = await client.call(endpoints.estimate, { params, body: { language: 'german' } });
    expect(store).toEqual({ documents: 1, chunks: active?.chunks, tokens: 0, credits: 0, seconds: 1 });
    const words = await client.call(endpoints.estimate, {
      params,
      body: { ...small, embeddingModelId: null },
    });
    expect(words).toEqual({ documents: 1, chunks: estimate.chunks, tokens: 0, credits: 0, seconds: 1 });
    await client.call(knowledge.endpoints.update, { params, body: { retrieval: { mode: 'HYBRID' } } });
    const needed = await client.send(endpoints.estimate, { params, body: { embeddingModelId: null } });
    expect(needed.body.code).toBe('knowledge.embedding_unavailable');
    for (const endpoint of [endpoints.estimate, endpoints.start]) {
      const same = await client.send(endpoint, { params, body: {} });
      expect(same.body.code).toBe('index_versions.unchanged');
    }
    const unknown = { params, body: { embeddingModelId: 'no/model' } };
    expect((await client.send(endpoints.start, unknown)).body.code).toBe('knowledge.embedding_unavailable');
  });

  it('is built while searches continue, follows changes, answers after the switch, and can be rolled back', {
    tags: ['KB-04'],
  }, async () => {
    const id = await newKnowledgeBase(client);
    const [longId = '', goneId = ''] = await add(id, {
      'long.txt': longText(30),
      'gone.md': 'Parking is free on Sundays.',
    });
    const before = await chunksOf(longId);
    const { indexVersionId: versionId } = await start(id);
    const second = await client.send(endpoints.start, {
      params: { id },
      body: { chunking: { maxTokens: 80 } },
    });
    expect(second.body.code).toBe('index_versions.building');
    expect((await ask(id, 'matter7'))[0]?.text).toContain('matter7');
    await add(id, { 'fresh.md': 'Dogs are welcome in the office.' });
    await client.call(documentImports.endpoints.removeImports, { body: { ids: [goneId] } });
    const edited = before[0];
    const text = 'Umbrellas stand at the door.';
    await client.call(documents.endpoints.editChunk, { body: { chunkId: edited?.chunkId ?? '', text } });
    const ready = await built(id, versionId);
    expect(ready).toMatchObject({ status: 'BUILDING', documents: 2, pending: 0 });
    expect(await chunksOf(longId)).toHaveLength(before.length);
    const switched = await client.call(endpoints.activate, { params: { id, versionId } });
    expect(switched.status).toBe('ACTIVE');
    const after = await chunksOf(longId);
    expect(after.length).toBeGreaterThan(before.length);
    const query = { kbImportIds: longId };
    const { imports } = await client.call(documentImports.endpoints.getImports, { query });
    const { total } = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: longId },
    });
    expect(imports.map(({ chunkCount }) => chunkCount)).toEqual([total]);
    for (const [query, words] of [
      ['umbrellas door', text],
      ['dogs office', 'Dogs are welcome'],
      ['matter29', 'matter29'],
    ] as const) {
      expect((await ask(id, query))[0]?.text).toContain(words);
      expect((await ask(id, query, 'VECTOR')).length).toBeGreaterThan(0);
    }
    expect((await ask(id, 'parking sundays')).map(({ document }) => document.name)).not.toContain('gone.md');
    // The earlier text of the edited chunk is not found.
    expect(after.filter((chunk) => chunk.text.includes('subject0,'))).toEqual([]);
    const retiredId = (await list(id)).find(({ status }) => status === 'RETIRED')?.indexVersionId ?? '';
    const [late = ''] = await add(id, { 'late.md': 'The cellar is locked at night.' });
    expect((await read(id, retiredId)).pending).toBe(1);
    const ordered = await client.call(endpoints.activate, { params: { id, versionId: retiredId } });
    expect(ordered.status).toBe('RETIRED');
    await reach(id, retiredId, ({ status }) => status === 'ACTIVE');
    expect(await chunksOf(longId)).toHaveLength(before.length);
    expect((await ask(id, 'cellar night'))[0]?.document.knowledgeBaseImportId).toBe(late);
    expect((await ask(id, 'umbrellas door'))[0]?.text).toBe(text);
    const held = server
      .contextOf(tenantId)
      .tx((tx) => activeIndex.hold(tx, { knowledgeBaseId: id, id: versionId }));
    await expect(held).rejects.toMatchObject({ code: 'index_versions.switched' });
  });

  it('follows an edit that comes after it was ready, and keeps what was deleted by hand away', {
    tags: ['KB-04'],
  }, async () => {
    const id = await newKnowledgeBase(client);
    const [importId = ''] = await add(id, { 'long.txt': longText(20) });
    const { indexVersionId: versionId } = await start(id);
    await built(id, versionId);
    const [first, second] = await chunksOf(importId);
    await client.call(documents.endpoints.editChunk, {
      body: { chunkId: first?.chunkId ?? '', text: 'Bicycles are lent for free.' },
    });
    await client.call(documents.endpoints.removeChunk, { body: { chunkId: second?.chunkId ?? '' } });
    const ready = await built(id, versionId);
    expect(ready.pending).toBe(0);
    await client.call(endpoints.activate, { params: { id, versionId } });
    expect((await ask(id, 'bicycles'))[0]?.text).toBe('Bicycles are lent for free.');
    const { handwritten } = await client.call(endpoints.list, { params: { id } });
    expect(handwritten).toBe(1);
    const kept = (await chunksOf(importId)).map(({ text }) => text).join(' ');
    const subjects = new Set(second?.text.match(/subject\d+/g));
    expect(subjects.size).toBeGreaterThan(1);
    const there = [...subjects].filter((subject) => kept.includes(`${subject},`));
    // A neighbouring chunk may contain the first or last of these words, too.
    expect(there.length).toBeLessThan(subjects.size);
    expect(kept).not.toContain('subject0,');
    expect(kept).toContain('subject19,');
  });

  it('loses nothing when its worker is killed, and pays for nothing twice', { tags: ['KB-05'] }, async () => {
    const id = await newKnowledgeBase(client);
    await add(id, { 'a.txt': longText(120), 'b.txt': longText(121), 'same.md': 'One short line stays.' });
    const paid = embedded().length;
    const { indexVersionId: versionId } = await start(id);
    await eventually(async () => embedded().length > paid + 60, 40_000);
    await worker.close();
    await startWorker();
    const done = await built(id, versionId);
    const texts = embedded().slice(paid);
    expect(texts).not.toContain('One short line stays.');
    expect(done.documents).toBe(3);
    const [counted] = await server.sql<{ chunks: number; vectors: number; waiting: number }>(
      `select (select count(*)::int from chunks where index_version_id = $1) as chunks,
        (select sum(docs)::int from index_segments where index_version_id = $1 and kind = 'VECTOR' and live) as vectors,
        (select count(*)::int from index_segments where index_version_id = $1 and not live) as waiting`,
      [versionId],
    );
    expect(counted).toMatchObject({ chunks: done.chunks, vectors: done.chunks, waiting: 0 });
    // At most the one batch in progress is requested again.
    expect(texts.length).toBeLessThanOrEqual(done.chunks - 1 + 64);
  });

  it('stops at its credit limit, is cancelled and resumed, and deleted', { tags: ['KB-05'] }, async () => {
    const id = await newKnowledgeBase(client);
    await add(id, { 'long.txt': longText(40) });
    const activeId = (await list(id))[0]?.indexVersionId ?? '';
    for (const endpoint of ['remove', 'activate', 'compare'] as const)
      expect(await codeOf(endpoint, id, activeId)).toBe('index_versions.active');
    await worker.close();
    const { indexVersionId: versionId } = await start(id, { ...small, creditLimit: 0.5 });
    await server.sql('update index_versions set spent_credits = 1 where id = $1', [versionId]);
    await startWorker();
    const stopped = await reach(id, versionId, ({ run }) => run?.status === 'FAILED');
    expect(stopped.run?.error?.code).toBe('index_versions.limit_reached');
    expect(await codeOf('activate', id, versionId)).toBe('index_versions.not_ready');
    expect(await codeOf('cancel', id, versionId)).toBe('index_versions.idle');
    expect(await codeOf('activate', id, 'ixv_none')).toBe('index_versions.not_found');
    await worker.close();
    const params = { id, versionId };
    await client.call(endpoints.resume, { params, body: { creditLimit: null } });
    expect(await codeOf('activate', id, versionId)).toBe('index_versions.busy');
    const cancelled = await client.call(endpoints.cancel, { params });
    expect(cancelled.run?.status).toBe('CANCELLED');
    await client.call(endpoints.resume, { params, body: {} });
    await startWorker();
    await built(id, versionId);
    await client.call(endpoints.remove, { params });
    expect(await list(id)).toHaveLength(1);
    expect(await server.sql('select 1 from runs where subject_id = $1', [versionId])).toEqual([]);
    expect((await ask(id, 'matter7'))[0]?.text).toContain('matter7');
  });

  it('is compared with the one that answers by the saved questions', { tags: ['KB-04'] }, async () => {
    const id = await newKnowledgeBase(client);
    const [importId = ''] = await add(id, { 'long.txt': longText(20) });
    const { indexVersionId: versionId } = await start(id);
    await built(id, versionId);
    expect(await codeOf('compare', id, versionId)).toBe('index_versions.no_questions');
    const expected = [{ knowledgeBaseImportId: importId, documentName: '', text: sentence(7).trim() }];
    const lost = [
      { knowledgeBaseImportId: importId, documentName: '', text: 'words that nobody wrote there' },
    ];
    const { saveQuestion } = retrieval.endpoints;
    await client.call(saveQuestion, { body: { knowledgeBaseId: id, query: 'matter7', expected } });
    await client.call(saveQuestion, { body: { knowledgeBaseId: id, query: 'matter8', expected: lost } });
    const compared = await client.call(endpoints.compare, { params: { id, versionId } });
    expect(compared.questions).toHaveLength(2);
    expect(compared.questions[0]).toMatchObject({
      query: 'matter7',
      expected: 1,
      candidate: { rank: 1, found: 1 },
    });
    expect(compared.questions[1]).toMatchObject({ candidate: { rank: null, found: 0 }, difference: 'SAME' });
    expect(compared.candidate).toEqual({ recall: 0.5, mrr: 0.5 });
    expect(compared.pending).toBe(0);
  });

  it('is of its company alone, and a retired one goes after a week', { tags: ['KB-05'] }, async () => {
    const id = await newKnowledgeBase(client);
    await add(id, { 'one.md': 'One line.' });
    const oldId = (await list(id))[0]?.indexVersionId ?? '';
    const { indexVersionId: versionId } = await start(id);
    await built(id, versionId);
    const { client: stranger } = await server.signUp();
    const own = await newKnowledgeBase(stranger);
    const reached = await stranger.send(endpoints.activate, { params: { id: own, versionId } });
    expect([reached.status, reached.body.code]).toEqual([404, 'index_versions.not_found']);
    await client.call(endpoints.activate, { params: { id, versionId } });
    const [job] = await server.sql<{ days: number }>(
      `select round(extract(epoch from run_at - now()) / 86400)::int as days from graphile_worker.jobs where key = $1`,
      [`knowledge.delete-retired-version ${oldId}`],
    );
    expect(job?.days).toBe(7);
    const ctx = server.contextOf(tenantId);
    await expiryJob.handle(ctx, { versionId: 'ixv_none' });
    await expiryJob.handle(ctx, { versionId });
    await expiryJob.handle(ctx, { versionId: oldId });
    expect((await read(id, oldId)).deletedAt).not.toBeNull();
    const retire = (ago: string) =>
      server.sql('update index_versions set retired_at = now() - $2::interval where id = $1', [oldId, ago]);
    await retire('5 days 12 hours');
    await expiryJob.handle(ctx, { versionId: oldId });
    expect(await list(id)).toHaveLength(2);
    // The job may come up to a day early.
    await retire('6 days 12 hours');
    await expiryJob.handle(ctx, { versionId: oldId });
    expect((await list(id)).map(({ indexVersionId }) => indexVersionId)).toEqual([versionId]);
    const [written] = await server.sql(
      `select details from audit_log where action = 'knowledge.index_version_deleted' and subject_id = $1`,
      [id],
    );
    expect(written).toEqual({ details: { versionId: oldId } });
  });
});
