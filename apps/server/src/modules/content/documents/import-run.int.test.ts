import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import {
  countRows,
  importTexts,
  listObjects,
  longText,
  newKnowledgeBase,
  readImports,
  settled,
  storedOf,
} from '../../../../tests/knowledge.ts';
import { makePdf } from '../../../../tests/pdf.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { type StoredUpload, storeUpload } from '../files/index.ts';
import { sourceDocuments } from './service/add-documents.ts';
import type { DocumentFacts } from './shapes.ts';

const { endpoints } = documentImports;

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

  it('of a bad file fails alone with its cause, and the next file is imported', async () => {
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

  it('whose file cannot be found says so, completes by a retry once it is back, and is then final', {
    tags: ['IMPORT-15'],
  }, async () => {
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
    const download = { params: { knowledgeBaseImportId: importId } };
    expect(await owner.send(endpoints.download, download)).toMatchObject({
      status: 503,
      body: { code: 'storage.not_found', message: expect.stringContaining('from a backup') },
    });
    await rename(`${place}.away`, place);
    await owner.call(endpoints.retryImport, { params: { knowledgeBaseImportId: importId } });
    const [done] = await settled(owner, [importId]);
    expect(done).toMatchObject({ status: 'COMPLETED', chunkCount: 1, abilities: { canRetry: false } });
    expect(done?.error).toBeUndefined();
    const again = await owner.send(endpoints.retryImport, { params: { knowledgeBaseImportId: importId } });
    expect([again.status, again.body.code]).toEqual([409, 'knowledge.not_retryable']);
    await worker.close();
    await alone.close();
  });

  it('that failed permanently fails again when it is retried, with a new run each time', {
    tags: ['IMPORT-15'],
  }, async () => {
    const id = await newKnowledgeBase(client);
    const importId = await importOne(id, 'bad.pdf', '%PDF-1.4 nothing');
    await settled(client, [importId]);
    const retried = await client.call(endpoints.retryImport, { params: { knowledgeBaseImportId: importId } });
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
      const { results } = await client.call(retrieval.endpoints.retrievalTest, {
        body: { knowledgeBaseId: id, query: `marker${page}`, topK: 1 },
      });
      expect(results[0]?.document).toMatchObject({ name: 'book.pdf', page });
    }
  });

  it('can be removed at any moment and leaves nothing', { tags: ['KB-31'] }, async () => {
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
    // The worker that was reading may still attempt one write.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await countRows(server, user.tenantId)).toEqual(empty);
    const found = await owner.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'done soon' },
    });
    expect(found.results).toEqual([]);
    const again = await owner.send(endpoints.removeImports, { body: { ids } });
    expect([again.status, again.body.code]).toEqual([404, 'knowledge.import_not_found']);
  });

  it('can be cancelled while it is being read, and is then continued by a retry', async () => {
    const id = await newKnowledgeBase(client);
    const importId = await importOne(id, 'long.txt', longText(4000));
    await eventually(async () => (await readImports(client, [importId]))[0]?.status === 'IN-PROGRESS');
    await client.call(endpoints.cancelImport, { params: { knowledgeBaseImportId: importId } });
    const [cancelled] = await settled(client, [importId]);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', abilities: { canRetry: true, canCancel: false } });
    expect((await storedOf(server, importId)).lexical).toBe(0);
    const { balance } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance).toMatchObject({ found: 1, skipped: 1 });
    const twice = await client.send(endpoints.cancelImport, { params: { knowledgeBaseImportId: importId } });
    expect([twice.status, twice.body.code]).toEqual([409, 'knowledge.not_cancellable']);
    await client.call(endpoints.retryImport, { params: { knowledgeBaseImportId: importId } });
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
      const cancelled = await owner.call(endpoints.cancelImport, {
        params: { knowledgeBaseImportId: importId },
      });
      expect(cancelled.status).toBe('CANCELLED');
    } finally {
      await idle.close();
    }
  });

  describe('of the documents of a source', () => {
    let owner: Client;
    let ctx: Ctx;
    let id: string;
    beforeAll(async () => {
      const signedUp = await server.signUp();
      owner = signedUp.client;
      ctx = server.contextOf(signedUp.user.tenantId);
      id = await newKnowledgeBase(owner);
    });

    const store = async (name: string, text: string): Promise<StoredUpload> => {
      const stream = Readable.from([Buffer.from(text)]);
      const part = { kind: 'file' as const, name: 'file', filename: name, mimeType: 'text/markdown', stream };
      const stored = await storeUpload(ctx, { ...part, truncated: () => false });
      if (stored.kind !== 'stored') throw new Error('It is small.');
      return stored.upload;
    };
    const add = async (texts: Record<string, string>, change: object = {}) => {
      const labels = { documentType: 'paper' as const, language: null, categories: [] };
      const target = { knowledgeBaseId: id, sourceId: 'src_any', type: 'API' as const };
      const documents = await Promise.all(
        Object.entries(texts).map(async ([externalId, text]) => ({
          ...{ externalId, name: `${externalId}.md`, url: null, metadata: {} },
          upload: await store(`${externalId}.md`, text),
        })),
      );
      return ctx.tx((tx) =>
        sourceDocuments.add(tx, { ...target, skipDuplicates: true, labels, ...change }, documents),
      );
    };
    const idIn = ([added]: Awaited<ReturnType<typeof add>>) =>
      added && 'importId' in added ? added.importId : '';
    const updatedAt = async () => (await owner.call(knowledge.endpoints.get, { params: { id } })).updatedAt;
    const runsOf = (importId: string) =>
      server.sql<{ id: string }>('select id from runs where subject_id = $1', [importId]);

    it('adds what is new, replaces what has changed, and leaves out what is there', async () => {
      const before = await updatedAt();
      const [alpha, beta, copy] = await add({ alpha: 'Alpha.', beta: 'Beta.', copy: 'Alpha.' });
      const [alphaId, betaId] = [alpha, beta].map((one) => idIn(one ? [one] : []));
      expect([alpha, beta, copy]).toMatchObject([
        { kind: 'added' },
        { kind: 'added' },
        { kind: 'duplicate', of: { id: alphaId, name: 'alpha.md' } },
      ]);
      const added = await updatedAt();
      expect(added > before).toBe(true);
      expect(await readImports(owner, [alphaId ?? '', betaId ?? ''])).toMatchObject([
        { name: 'alpha.md', type: 'API', documentType: 'paper', version: 1, size: 6 },
        { name: 'beta.md', type: 'API', version: 1 },
      ]);
      await settled(owner, [alphaId ?? '', betaId ?? '']);
      const [[firstOfAlpha], [firstOfBeta]] = [await runsOf(alphaId ?? ''), await runsOf(betaId ?? '')];
      const same = { kind: 'same', importId: alphaId };
      expect(await add({ alpha: 'Alpha.' })).toEqual([same]);
      expect(await updatedAt()).toBe(added);
      expect(await add({ alpha: 'Alpha.', beta: 'Beta two.' })).toEqual([
        same,
        { kind: 'changed', importId: betaId },
      ]);
      expect((await updatedAt()) > added).toBe(true);
      expect(await runsOf(alphaId ?? '')).toEqual([firstOfAlpha]);
      const runsOfBeta = await runsOf(betaId ?? '');
      expect([runsOfBeta.length, runsOfBeta[0]?.id === firstOfBeta?.id]).toEqual([1, false]);
      const [read] = await settled(owner, [betaId ?? '']);
      expect(read).toMatchObject({ status: 'COMPLETED', version: 2, size: 9 });
      const written = await server.sql(
        `select action, details->'version' as version from audit_log where subject_id = $1 order by created_at`,
        [betaId],
      );
      expect(written).toEqual([
        { action: 'knowledge.import_added', version: null },
        { action: 'knowledge.import_replaced', version: 2 },
      ]);
      // What the source has in place of the earlier text is another document here.
      expect(await add({ beta: 'Alpha.' })).toMatchObject([{ kind: 'duplicate', of: { id: alphaId } }]);
      expect(await readImports(owner, [betaId ?? ''])).toEqual([]);
      expect(await add({ delta: 'Alpha.' }, { skipDuplicates: false })).toMatchObject([{ kind: 'added' }]);
      await expect(add({ any: 'Any.' }, { knowledgeBaseId: 'knb_none' })).rejects.toMatchObject({
        code: 'knowledge.not_found',
      });
    });

    it('keeps what is unchanged with its new facts, and reads it again if it had failed', async () => {
      const confirm = (importId: string, facts?: DocumentFacts) =>
        ctx.tx((tx) => sourceDocuments.confirm(tx, importId, facts));
      const [good, bad] = [idIn(await add({ good: 'Good.' })), idIn(await add({ bad: '' }))];
      const done = await settled(owner, [good, bad]);
      expect(done.map(({ status }) => status)).toEqual(['COMPLETED', 'ERRORED']);
      const facts = { externalId: 'good', name: 'better.md', url: null, metadata: {} };
      expect([await confirm(good, facts), await confirm(good)]).toEqual(['same', 'same']);
      expect(await confirm('imp_none')).toBeUndefined();
      const [first] = await runsOf(bad);
      expect(await confirm(bad)).toBe('again');
      const [better, again] = await settled(owner, [good, bad]);
      expect([better?.name, again?.status]).toEqual(['better.md', 'ERRORED']);
      expect((await runsOf(bad)).filter(({ id: run }) => run !== first?.id)).toHaveLength(1);
    });
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
