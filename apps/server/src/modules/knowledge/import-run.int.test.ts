import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { knowledge, models } from '@atelier/contracts';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../tests/harness.ts';
import {
  countRows,
  importTexts,
  listObjects,
  newKnowledgeBase,
  readImports,
  settled,
} from '../../../tests/knowledge.ts';
import { makePdf } from '../../../tests/pdf.ts';

const { endpoints } = knowledge;

/** A text of so many paragraphs, each about something of its own. */
const longText = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `Paragraph ${at} tells of subject${at}. ${'It goes on for a while with common words. '.repeat(12)}`,
  ).join('\n\n');

interface Stored extends Record<string, unknown> {
  chunks: number;
  ordinals: number;
  sections: number;
  lexical: number;
  vectors: number;
  waiting: number;
}

/** What is stored of an import: rows, distinct places, and passages in live segments. */
const storedOf = async (server: TestServer, importId: string): Promise<Stored> => {
  const [row] = await server.sql<Stored>(
    `select
      (select count(*)::int from chunks where import_id = $1) as chunks,
      (select count(distinct ordinal)::int from chunks where import_id = $1) as ordinals,
      (select count(*)::int from document_sections where import_id = $1) as sections,
      (select coalesce(sum(docs), 0)::int from index_segments where import_id = $1 and live and kind = 'LEXICAL') as lexical,
      (select coalesce(sum(docs), 0)::int from index_segments where import_id = $1 and live and kind = 'VECTOR') as vectors,
      (select count(*)::int from index_segments where import_id = $1 and not live) as waiting`,
    [importId],
  );
  if (!row) throw new Error('no row');
  return row;
};

describe('an import', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    client = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(() => server.close());

  const importOne = async (id: string, name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const [row] = await importTexts(client, id, { [name]: content });
    return row?.knowledgeBaseImportId ?? '';
  };

  it('of a bad file fails alone with its cause, and the next file goes on', async () => {
    const id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, {
      'empty.txt': '',
      'broken.pdf': '%PDF-1.4 nothing more',
      'program.exe': new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]),
      'fine.md': '# Fine\n\nThis one is read.',
    });
    const done = await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    expect(done.map(({ name, status, error }) => [name, status, error?.code])).toEqual([
      ['empty.txt', 'ERRORED', 'documents.empty'],
      ['broken.pdf', 'ERRORED', 'documents.corrupt'],
      ['program.exe', 'ERRORED', 'documents.unsupported'],
      ['fine.md', 'COMPLETED', undefined],
    ]);
    expect(done[0]?.error?.message).toBe('This file is empty. Please upload a file with content.');
  });

  it('of a file with a wrong ending is read as what it is, and says so', async () => {
    const id = await newKnowledgeBase(client);
    const importId = await importOne(id, 'really-a.docx', makePdf([['A page of a PDF document.']]));
    const [row] = await settled(client, [importId]);
    expect(row).toMatchObject({ status: 'COMPLETED', pages: 1 });
    expect(row?.note).toContain('It was read as that');
  });

  it('whose file cannot be found says so, and completes by a retry once it is back (IMPORT-15)', async () => {
    const alone = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    const { client: owner } = await alone.signUp();
    const id = await newKnowledgeBase(owner);
    const [made] = await importTexts(owner, id, { 'note.md': 'Some words.' });
    const importId = made?.knowledgeBaseImportId ?? '';
    const [object = ''] = await listObjects(alone);
    const place = join(alone.dataFolder, object);
    await rename(place, `${place}.away`);
    const worker = await alone.another({ env: { ATELIER_ROLES: 'worker' } });
    const [failed] = await settled(owner, [importId]);
    expect(failed).toMatchObject({ status: 'ERRORED', error: { code: 'storage.not_found' } });
    await rename(`${place}.away`, place);
    await owner.call(endpoints.retryImport, { params: { importId } });
    const [done] = await settled(owner, [importId]);
    expect(done).toMatchObject({ status: 'COMPLETED', chunkCount: 1, abilities: { canRetry: false } });
    expect(done?.error).toBeUndefined();
    const again = await owner.send(endpoints.retryImport, { params: { importId } });
    expect([again.status, again.body.code]).toEqual([409, 'knowledge.not_retryable']);
    await worker.close();
    await alone.close();
  });

  it('that failed for good fails again when it is retried, with a new run each time', async () => {
    const id = await newKnowledgeBase(client);
    const importId = await importOne(id, 'bad.pdf', '%PDF-1.4 nothing');
    await settled(client, [importId]);
    const retried = await client.call(endpoints.retryImport, { params: { importId } });
    expect(retried.abilities['canRetry']).toBe(false);
    const [row] = await settled(client, [importId]);
    expect(row).toMatchObject({ status: 'ERRORED', error: { code: 'documents.corrupt' } });
    const runs = await server.sql(`select id from runs where subject_id = $1`, [importId]);
    expect(runs).toHaveLength(2);
  });

  it('that was sent again after it had failed is tried again', async () => {
    const id = await newKnowledgeBase(client);
    const importId = await importOne(id, 'bad.pdf', '%PDF-1.4 nothing');
    await settled(client, [importId]);
    expect(await importOne(id, 'bad.pdf', '%PDF-1.4 nothing')).toBe(importId);
    await settled(client, [importId]);
    expect(await server.sql(`select id from runs where subject_id = $1`, [importId])).toHaveLength(2);
    const { balance } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance).toMatchObject({ found: 1, failed: 1, unchanged: 0 });
  });

  it('of 500 pages keeps every page in its place', async () => {
    const id = await newKnowledgeBase(client);
    const pages = Array.from({ length: 500 }, (_, at) => [
      `Page marker${at + 1} begins here.`,
      ...Array.from(
        { length: 30 },
        (_line, line) => `Line ${line} of page ${at + 1} holds a few common words.`,
      ),
    ]);
    const importId = await importOne(id, 'book.pdf', makePdf(pages));
    const [row] = await settled(client, [importId], 50_000);
    expect(row).toMatchObject({ status: 'COMPLETED', pages: 500 });
    const stored = await storedOf(server, importId);
    expect(stored).toMatchObject({ chunks: row?.chunkCount, lexical: row?.chunkCount, waiting: 0 });
    for (const page of [1, 250, 500]) {
      const { results } = await client.call(endpoints.retrievalTest, {
        body: { knowledgeBaseId: id, query: `marker${page}`, topK: 1 },
      });
      expect(results[0]?.document).toMatchObject({ name: 'book.pdf', page });
    }
  });

  it('can be removed at any moment and leaves nothing (KB-31)', async () => {
    const { client: owner, user } = await server.signUp();
    const objects = (await listObjects(server)).length;
    const id = await newKnowledgeBase(owner);
    const empty = await countRows(server, user.tenantId);
    const rows = await importTexts(owner, id, {
      'done.md': 'Done soon.',
      'long.txt': longText(3000),
      'waits.txt': longText(2000),
    });
    const ids = rows.map((row) => row.knowledgeBaseImportId);
    await eventually(async () => (await readImports(owner, ids))[0]?.status === 'COMPLETED');
    expect(await owner.call(endpoints.removeImports, { body: { ids: [...ids, 'imp_nothing'] } })).toEqual({
      removed: 3,
    });
    expect(await countRows(server, user.tenantId)).toEqual(empty);
    await eventually(async () => (await listObjects(server)).length === objects);
    // The worker that was reading may try to write once more.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await countRows(server, user.tenantId)).toEqual(empty);
    const found = await owner.call(endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'done soon' },
    });
    expect(found.results).toEqual([]);
    const again = await owner.send(endpoints.removeImports, { body: { ids } });
    expect([again.status, again.body.code]).toEqual([404, 'knowledge.import_not_found']);
  });

  it('can be cancelled while it is being read, and then goes on by a retry', async () => {
    const id = await newKnowledgeBase(client);
    const importId = await importOne(id, 'long.txt', longText(4000));
    await eventually(async () => (await readImports(client, [importId]))[0]?.status === 'IN-PROGRESS');
    await client.call(endpoints.cancelImport, { params: { importId } });
    const [cancelled] = await settled(client, [importId]);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', abilities: { canRetry: true, canCancel: false } });
    expect((await storedOf(server, importId)).lexical).toBe(0);
    const { balance } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance).toMatchObject({ found: 1, skipped: 1 });
    const twice = await client.send(endpoints.cancelImport, { params: { importId } });
    expect([twice.status, twice.body.code]).toEqual([409, 'knowledge.not_cancellable']);
    await client.call(endpoints.retryImport, { params: { importId } });
    const [row] = await settled(client, [importId], 50_000);
    expect(row?.status).toBe('COMPLETED');
    const stored = await storedOf(server, importId);
    expect(stored).toMatchObject({ ordinals: stored.chunks, lexical: stored.chunks, waiting: 0 });
  });

  it('that waits is cancelled at once', async () => {
    const idle = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    try {
      const { client: owner } = await idle.signUp();
      const id = await newKnowledgeBase(owner);
      const [row] = await importTexts(owner, id, { 'waits.md': 'Nobody works here.' });
      expect(row?.status).toBe('IN-QUEUE');
      const importId = row?.knowledgeBaseImportId ?? '';
      const cancelled = await owner.call(endpoints.cancelImport, { params: { importId } });
      expect(cancelled.status).toBe('CANCELLED');
    } finally {
      await idle.close();
    }
  });

  it('records who did what', async () => {
    const entries = await server.sql<{ action: string }>(
      `select distinct action from audit_log where tenant_id = $1 and action like 'knowledge.%' order by 1`,
      [tenantId],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'knowledge.created',
      'knowledge.import_added',
      'knowledge.import_cancelled',
      'knowledge.import_retried',
    ]);
  });
});

describe('an import whose worker stops', () => {
  it('is finished by another worker, with nothing lost and nothing twice', async () => {
    const server = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    try {
      const { client } = await server.signUp();
      const id = await newKnowledgeBase(client);
      const rows = await importTexts(client, id, {
        'long.txt': longText(4000),
        ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${at}.md`, `Small ${at}.`])),
      });
      const ids = rows.map((row) => row.knowledgeBaseImportId);
      const long = ids[0] ?? '';
      const firstChunk = async () =>
        (await server.sql<{ id: string }>(`select min(id) as id from chunks where import_id = $1`, [long]))[0]
          ?.id;
      for (let stops = 0; stops < 2; stops += 1) {
        const before = await firstChunk();
        const worker = await server.another({ env: { ATELIER_ROLES: 'worker' } });
        // Chunks of this worker's own attempt, which began anew.
        await eventually(async () => {
          const { chunks } = await storedOf(server, long);
          return chunks > 100 && (await firstChunk()) !== before;
        });
        await worker.close();
        expect((await readImports(client, [long]))[0]?.status).not.toBe('COMPLETED');
      }
      const last = await server.another({ env: { ATELIER_ROLES: 'worker' } });
      const done = await settled(client, ids, 50_000);
      await last.close();
      expect(new Set(done.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
      const stored = await storedOf(server, long);
      expect(stored).toMatchObject({
        chunks: done[0]?.chunkCount,
        ordinals: done[0]?.chunkCount,
        lexical: done[0]?.chunkCount,
        waiting: 0,
      });
      const { results } = await client.call(endpoints.retrievalTest, {
        body: { knowledgeBaseId: id, query: 'subject2000', topK: 5 },
      });
      expect(results[0]?.text).toContain('subject2000');
    } finally {
      await server.close();
    }
  });

  it('is taken over from a worker that hangs, whose late writes change nothing', async () => {
    const server = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    try {
      const { client } = await server.signUp();
      const id = await newKnowledgeBase(client);
      const [row] = await importTexts(client, id, { 'long.txt': longText(4000) });
      const importId = row?.knowledgeBaseImportId ?? '';
      const slow = await server.another({ env: { ATELIER_ROLES: 'worker' } });
      await eventually(async () => (await storedOf(server, importId)).chunks > 100);
      // To everybody else the first worker has now been silent for longer than its lease.
      await server.sql(`update run_queue set lease_until = now() - interval '1 second'`);
      const other = await server.another({ env: { ATELIER_ROLES: 'worker' } });
      const [done] = await settled(client, [importId], 50_000);
      expect(done?.status).toBe('COMPLETED');
      await slow.close();
      await other.close();
      const stored = await storedOf(server, importId);
      expect(stored).toMatchObject({
        chunks: done?.chunkCount,
        ordinals: done?.chunkCount,
        lexical: done?.chunkCount,
        waiting: 0,
      });
    } finally {
      await server.close();
    }
  });
});

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
    await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Fake',
        settings: { baseUrl: fake.baseUrl, apiKey: 'sk-test' },
        chatModels: [],
        embeddingModels: ['fake-embedding', 'short-reply'],
      },
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

  it('pays for each passage once, though its worker stops in between', async () => {
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
    // At most the one batch that was under way when the worker stopped is asked for again.
    expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(64);
    expect(new Set(texts).size).toBe(done?.chunkCount);
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
