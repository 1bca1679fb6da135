import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents as documentsContract } from '@atelier/contracts/content/documents/documents';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import {
  newSource,
  type RecordServer,
  record,
  recordSettings,
  startRecordServer,
  synced,
} from '../../../../tests/fakes/record-server.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, listObjects, newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { dueJob, syncWhenDue } from './service/start-sync.ts';

const { endpoints } = sources;

const addsUp = ({ balance }: Source): boolean =>
  balance.found === balance.imported + balance.unchanged + balance.skipped + balance.failed + balance.pending;

const balance = (parts: Partial<Source['balance']>): Source['balance'] => {
  const all = { imported: 0, unchanged: 0, skipped: 0, failed: 0, pending: 0, ...parts };
  const found = all.imported + all.unchanged + all.skipped + all.failed + all.pending;
  return { removed: 0, ...all, found };
};

describe('a sync and its estimate', () => {
  let site: RecordServer;
  let server: TestServer;
  let client: Client;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    site = await startRecordServer();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: site.host } });
    client = (await server.signUp()).client;
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  const start = async (records: number, options: object = {}): Promise<Source> => {
    site.records = Array.from({ length: records }, (_, at) => record(at + 1));
    site.status = 200;
    site.pageSize = 100;
    knowledgeBaseId = await newKnowledgeBase(client);
    return newSource(client, { knowledgeBaseId, settings: recordSettings(site), ...options });
  };
  const sync = async ({ sourceId }: Source, body = {}): Promise<Source> => {
    await client.call(endpoints.sync, { params: { sourceId }, body });
    return synced(client, sourceId);
  };
  const documents = async () =>
    (
      await client.call(documentImports.endpoints.listImports, {
        params: { id: knowledgeBaseId },
        query: { sort: 'name', order: 'asc' },
      })
    ).items;
  const report = ({ sourceId }: Source, query: object = {}) =>
    client.call(endpoints.report, { params: { sourceId }, query });
  const find = async (query: string) => {
    const { results } = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query, mode: 'BM25' },
    });
    return results.map(({ text }) => text);
  };

  it('brings what is new, keeps what is unchanged, replaces what has changed and removes what is gone', {
    tags: ['KB-06', 'KB-15', 'IMPORT-01'],
  }, async () => {
    const begun = await start(4);
    expect(begun).toMatchObject({ type: 'API', name: 'Records', state: 'ACTIVE', maxItems: 1000 });
    const first = await synced(client, begun.sourceId);
    expect(first.balance).toEqual(balance({ imported: 4 }));
    expect(await documents()).toMatchObject(
      [1, 2, 3, 4].map((id) => ({ name: `Record ${id}`, type: 'API' })),
    );
    expect(await find('answer 21')).toContainEqual(expect.stringContaining('record 3 is 21'));

    site.records = [record(1), record(2, 'It is 99 by now.'), record(4), record(5)];
    const second = await sync(first);
    expect(second.sync).toMatchObject({ status: 'COMPLETED' });
    expect(second.balance).toEqual(balance({ imported: 2, unchanged: 2, removed: 1 }));
    expect([first, second].every(addsUp)).toBe(true);
    expect(second.documents).toBe(4);
    const names = (await documents()).map(({ name, version, status }) => `${name} v${version} ${status}`);
    expect(names).toEqual([
      'Record 1 v1 COMPLETED',
      'Record 2 v2 COMPLETED',
      'Record 4 v1 COMPLETED',
      'Record 5 v1 COMPLETED',
    ]);
    expect(await find('It is 99 by now')).toContainEqual(expect.stringContaining('99 by now'));
    expect(await find('answer of record 3')).not.toContainEqual(expect.stringContaining('record 3 is 21'));
    const gone = await report(second, { outcome: 'REMOVED' });
    expect(gone.items).toMatchObject([{ externalId: '3', name: 'Record 3', knowledgeBaseImportId: null }]);
  });

  it('gives new documents the labels of the source, and keeps the labels that users have set', {
    tags: ['IMPORT-35', 'IMPORT-36', 'IMPORT-37'],
  }, async () => {
    const labels = { documentType: 'webPage', language: 'dutch', categories: ['education'] } as const;
    const begun = await start(2, { labels });
    expect(begun.labels).toEqual(labels);
    const first = await synced(client, begun.sourceId);
    const [one] = await documents();
    expect(await documents()).toMatchObject([labels, labels]);
    await client.call(documentsContract.endpoints.changeMetadata, {
      body: { ids: [one?.knowledgeBaseImportId ?? ''], language: 'german' },
    });
    const changed = { documentType: 'paper' as const, language: null, categories: [] };
    await client.call(endpoints.update, {
      params: { sourceId: first.sourceId },
      body: { labels: changed },
    });
    site.records = [record(1, 'It is 99 by now.'), record(2), record(3)];
    await sync(first);
    expect(await documents()).toMatchObject([{ ...labels, language: 'german', version: 2 }, labels, changed]);
  });

  it('does not import the same content twice, says what it is the same as, and does so when asked', {
    tags: ['IMPORT-53'],
  }, async () => {
    const begun = await start(0, { skipDuplicates: true });
    await synced(client, begun.sourceId);
    await importTexts(client, knowledgeBaseId, { 'handbook.md': '# Leave\n\nThirty days.' });
    site.records = [
      { id: 1, title: 'Leave', body: 'Thirty days.\n' },
      { id: 2, title: 'Leave', body: 'Thirty days.\n' },
      { id: 3, title: 'Other', body: 'Another text.' },
    ];
    const first = await sync(begun);
    expect(first.balance).toEqual(balance({ imported: 2, skipped: 1 }));
    const { items } = await report(first, { outcome: 'SKIPPED' });
    expect(items).toMatchObject([
      {
        externalId: '2',
        cause: { code: 'sources.duplicate', message: 'Same content as “Leave”, which is here already.' },
      },
    ]);
    const { sourceId } = begun;
    await client.call(endpoints.update, { params: { sourceId }, body: { skipDuplicates: false } });
    expect((await sync(begun)).balance).toEqual(balance({ imported: 1, unchanged: 2 }));
    // A document whose new content is here already gives way to the one that has it.
    await client.call(endpoints.update, { params: { sourceId }, body: { skipDuplicates: true } });
    site.records[2] = { id: 3, title: 'Leave', body: 'Thirty days.\n' };
    const last = await sync(begun);
    expect(last.sync?.error).toBeUndefined();
    expect(last.balance).toEqual(balance({ unchanged: 2, skipped: 1 }));
    expect(last.documents).toBe(2);
  });

  it('lists what was left out with the reason, in pages, and stops at its limit without removing anything', {
    tags: ['IMPORT-39', 'CONNECTOR-02'],
  }, async () => {
    const begun = await start(5);
    await synced(client, begun.sourceId);
    site.records = [
      record(1),
      { id: '', title: 'No id', body: 'x' },
      { id: '', title: 'None either', body: 'y' },
      record(4),
      record(5),
    ];
    const left = await sync(begun);
    expect(left.balance).toMatchObject({ found: 5, unchanged: 3, skipped: 2, removed: 2 });
    const page = await report(left, { outcome: 'SKIPPED', limit: 1 });
    const rest = await report(left, { outcome: 'SKIPPED', limit: 1, cursor: page.nextCursor ?? '' });
    expect([page.total, ...page.items, ...rest.items]).toMatchObject([
      2,
      { name: 'No id', cause: { code: 'sources.no_id' } },
      { name: 'None either', cause: { code: 'sources.no_id' } },
    ]);
    const { sourceId } = begun;
    await client.call(endpoints.update, { params: { sourceId }, body: { maxItems: 2 } });
    site.records = [record(4), record(5), record(6)];
    const stopped = await sync(begun);
    expect(stopped.balance).toEqual(balance({ unchanged: 2 }));
    expect(stopped.sync?.note).toContain('more than its limit of 2 documents');
    expect(stopped.documents).toBe(3);
    const refused = await client.send(endpoints.update, { params: { sourceId }, body: { maxItems: 0 } });
    expect([refused.status, refused.body.message]).toEqual([400, 'Please enter a value greater than 0']);
  });

  it('stops when it is cancelled, keeps what it imported, and continues when it is retried', async () => {
    const begun = await start(60);
    const { sourceId } = begun;
    await synced(client, sourceId);
    site.records = Array.from({ length: 90 }, (_, at) => record(at + 1));
    site.pageSize = 30;
    const release = site.hold();
    await client.call(endpoints.sync, { params: { sourceId }, body: {} });
    await eventually(async () => site.asked.some(({ path }) => path.includes('page=2')));
    const again = await client.send(endpoints.sync, { params: { sourceId }, body: {} });
    expect([again.status, again.body.code]).toEqual([409, 'sources.already_syncing']);
    const change = (body: object) => client.send(endpoints.update, { params: { sourceId }, body });
    const other = await change({ settings: { ...begun.settings, listPath: 'other' } });
    expect([other.status, other.body.code]).toEqual([409, 'sources.already_syncing']);
    const renamed = await change({ name: 'Renamed', schedule: { every: 'HOURLY' } });
    expect(renamed.body.responseData).toMatchObject({ name: 'Renamed', nextSyncAt: null });
    const [row] = await server.sql<{ tenant_id: string; run_id: string }>(
      `update sources set next_sync_at = now() where id = $1 returning tenant_id, run_id`,
      [sourceId],
    );
    await syncWhenDue(server.contextOf(row?.tenant_id ?? ''), { sourceId });
    expect((await client.call(endpoints.get, { params: { sourceId } })).sync?.syncId).toBe(row?.run_id);
    await client.call(endpoints.cancel, { params: { sourceId } });
    const cancelled = await synced(client, sourceId);
    release();
    expect(cancelled.sync?.status).toBe('CANCELLED');
    expect([cancelled.documents, addsUp(cancelled)]).toEqual([60, true]);
    const late = await client.send(endpoints.cancel, { params: { sourceId } });
    expect([late.status, late.body.code]).toEqual([409, 'sources.not_syncing']);
    await client.call(endpoints.retry, { params: { sourceId } });
    const whole = await synced(client, sourceId);
    expect(whole.balance).toEqual(balance({ imported: 30, unchanged: 60 }));
    const notNeeded = await client.send(endpoints.retry, { params: { sourceId } });
    expect([notNeeded.status, notNeeded.body.code]).toEqual([409, 'sources.not_retryable']);
  });

  it('tells of each failure in words, and pauses after five in a row until somebody syncs it', async () => {
    const begun = await start(1, { schedule: { every: 'HOURLY' } });
    const { sourceId } = begun;
    const first = await synced(client, sourceId);
    expect(first.nextSyncAt).not.toBeNull();
    site.status = 404;
    let failed = first;
    for (let times = 1; times <= 5; times += 1) {
      // A sync started by hand would end a pause, so each is ordered as the schedule does it.
      await server.sql(`update sources set next_sync_at = now() - interval '1 minute' where id = $1`, [
        sourceId,
      ]);
      const tenantId =
        (
          await server.sql<{ tenant_id: string }>('select tenant_id from sources where id = $1', [sourceId])
        )[0]?.tenant_id ?? '';
      await server.contextOf(tenantId).tx((tx) => tx.enqueue(dueJob, { sourceId }));
      const before = failed.sync?.syncId;
      await eventually(async () => {
        failed = await synced(client, sourceId);
        return failed.sync?.syncId !== before;
      });
    }
    expect(failed).toMatchObject({
      state: 'PAUSED',
      nextSyncAt: null,
      sync: { status: 'ERRORED', error: { code: 'sources.not_found' } },
    });
    expect(failed.pauseReason).toMatch(/^Reading it failed 5 times in a row.*nothing at this address/);
    expect(failed.documents).toBe(1);
    const again = await sync(failed);
    expect(again).toMatchObject({ state: 'ACTIVE', pauseReason: null, sync: { status: 'ERRORED' } });
    const failures = await server.sql('select failures from sources where id = $1', [sourceId]);
    expect(failures).toEqual([{ failures: 1 }]);
    site.status = 200;
    const back = await sync(failed);
    expect(back).toMatchObject({ state: 'ACTIVE', pauseReason: null, balance: balance({ unchanged: 1 }) });
    expect(back.nextSyncAt).not.toBeNull();
  });

  it('continues on another worker when one is lost, and neither loses nor duplicates documents', async () => {
    const begun = await start(0);
    const { sourceId } = begun;
    await synced(client, sourceId);
    site.records = Array.from({ length: 90 }, (_, at) => record(at + 1));
    site.pageSize = 30;
    site.asked = [];
    const release = site.hold();
    const { sync: first } = await client.call(endpoints.sync, { params: { sourceId }, body: {} });
    const timesAsked = (page: number) =>
      site.asked.filter(({ path }) => path.endsWith(`page=${page}`)).length;
    await eventually(async () => timesAsked(2) === 1);
    const before = await client.call(endpoints.get, { params: { sourceId } });
    expect(before.documents).toBeGreaterThan(0);
    // The first worker still waits for the second page, but no longer holds the run.
    await server.sql('update runs set owner = null, ready_at = now() where id = $1', [first?.syncId]);
    const second = await server.another({ env: { OUTBOUND_ALLOW: site.host } });
    await eventually(async () => timesAsked(2) === 2);
    release();
    const whole = await synced(client, sourceId);
    await second.close();
    expect(whole.sync?.syncId).toBe(first?.syncId);
    expect(whole.balance).toEqual(balance({ imported: 90 }));
    expect([whole.documents, (await documents()).every(({ version }) => version === 1)]).toEqual([90, true]);
  });

  it('is forgotten with its documents or without, and leaves no bytes behind', async () => {
    const begun = await start(3);
    const { sourceId } = begun;
    await synced(client, sourceId);
    const kept = await client.call(endpoints.remove, { params: { sourceId } });
    expect(kept).toEqual({ removed: 0, kept: 3 });
    expect(await server.sql('select 1 from runs where subject_id = $1', [sourceId])).toEqual([]);
    expect(await documents()).toHaveLength(3);
    const objects = (await listObjects(server)).length;
    const other = await newSource(client, {
      knowledgeBaseId,
      settings: recordSettings(site),
      skipDuplicates: false,
    });
    await synced(client, other.sourceId);
    expect((await documents()).length).toBe(6);
    const gone = await client.call(endpoints.remove, {
      params: { sourceId: other.sourceId },
      query: { documents: 'true' },
    });
    expect(gone).toEqual({ removed: 3, kept: 0 });
    await eventually(
      async () => (await documents()).length === 3 && (await listObjects(server)).length === objects,
    );
    const missing = await client.send(endpoints.get, { params: { sourceId } });
    expect([missing.status, missing.body.code]).toEqual([404, 'sources.source_not_found']);
  });

  it('estimates pages, tokens, seconds and credits of files and of a source before it is made', {
    tags: ['IMPORT-52'],
  }, async () => {
    site.records = [record(1), record(2)];
    knowledgeBaseId = await newKnowledgeBase(client);
    const files = [
      { name: 'a.txt', size: 40_000 },
      { name: 'b.pdf', size: 600_000 },
    ];
    const ofFiles = { documents: 2, tokens: 15_000, pages: 30, seconds: 1, credits: 0 };
    const estimate = (body: object) =>
      client.call(endpoints.estimate, { body: { knowledgeBaseId, ...body } });
    expect(await estimate({ files })).toEqual({ ...ofFiles, isExact: false, note: null });
    const source = { type: 'API' as const, settings: recordSettings(site), maxItems: 1000 };
    const exact = { credits: 0, seconds: 1, isExact: true, note: null };
    const two = { ...exact, documents: 2, pages: 2, tokens: 22 };
    expect(await estimate({ source })).toEqual(two);
    expect(await estimate({ source, files })).toEqual({
      ...two,
      documents: 4,
      pages: 32,
      tokens: 15_022,
      isExact: false,
    });
    site.records = [];
    const none = { ...exact, documents: 0, pages: 0, tokens: 0, seconds: 0 };
    expect(await estimate({ source })).toEqual(none);
    site.records = Array.from({ length: 40 }, (_, at) => record(at + 1));
    const part = await client.call(endpoints.estimate, { body: { source: { ...source, maxItems: 30 } } });
    expect(part).toMatchObject({ documents: 12, pages: 12, tokens: 132, isExact: false });
    expect(part.note).toBe(
      'The source does not say how much it holds. These are the first 12; at most 30 are read.',
    );
    expect(await estimate({ source: { ...source, maxItems: 5 } })).toEqual({
      ...exact,
      documents: 5,
      pages: 5,
      tokens: 55,
    });
    site.status = 404;
    const failed = await client.send(endpoints.estimate, { body: { source } });
    expect([failed.status, failed.body.code]).toEqual([502, 'sources.not_found']);
    site.status = 200;
    const nothing = await client.send(endpoints.estimate, { body: { knowledgeBaseId } });
    expect([nothing.status, nothing.body.message]).toEqual([400, 'Please choose files or a source']);
  });

  it('estimates what models will cost, and says which of them are missing', async () => {
    const { client: other } = await server.signUp('Grace Hopper');
    const estimate = (body: object) => other.call(endpoints.estimate, { body });
    const files = [
      { name: 'talk.mp3', size: 1, seconds: 3600 },
      { name: 'photo.png', size: 1000 },
      { name: 'paper.pdf', size: 60_000 },
    ];
    const all = { documents: 3, pages: 26, tokens: 12_800, isExact: false };
    const noEars =
      'Audio and video need a transcription model, and there is none. Please add one under Models, or leave these files out.';
    const noEyes =
      'Describing pictures needs a vision model, and there is none. Please add one under Models, or choose text recognition.';
    const [, ...seen] = files;
    expect(await estimate({ files, imageHandling: 'PAGE' })).toEqual({
      ...all,
      seconds: 1 + 180 + 12,
      credits: 0,
      note: `${noEars} ${noEyes}`,
    });
    expect((await estimate({ files, imageHandling: 'OCR' })).note).toBe(noEars);
    expect((await estimate({ files: seen, imageHandling: 'PAGE' })).note).toBe(noEyes);
    expect((await estimate({ files: seen, imageHandling: 'OCR' })).note).toBeNull();
    await offerModels(other, site.origin, {
      chatModels: ['writer'],
      embeddingModels: ['embedder'],
      transcriptionModels: ['listener'],
      visionModels: ['seer'],
    });
    expect(await estimate({ files, imageHandling: 'PAGE' })).toEqual({
      ...all,
      seconds: 2 + 180 + 12,
      credits: expect.closeTo(12.8 + 360 + 6.2),
      note: '1:00:00 of sound and film to be transcribed.',
    });
    const notes = [{ name: 'notes.txt', size: 40_000 }];
    expect((await estimate({ files: notes })).credits).toBeCloseTo(10);
    const { providerId } = await other.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai',
        name: 'Cheap',
        settings: { apiKey: 'sk-test' },
        embeddingModels: ['text-embedding-3-small'],
      },
    });
    const embeddingModelId = `${providerId}/text-embedding-3-small`;
    expect((await estimate({ files: notes, embeddingModelId })).credits).toBeCloseTo(0.2);
    const summed = await estimate({ files: [...notes, ...files.slice(0, 1)], summarize: true });
    expect(summed.note).toBe(
      '1:00:00 of sound and film to be transcribed. Summaries take 32 of the credits.',
    );
    expect(summed.credits).toBeCloseTo(22 + 360 + 31.5);
    const line = await estimate({ files: [{ name: 'line.txt', size: 40 }], summarize: true });
    expect(line).toMatchObject({ note: 'Summaries take 1 of the credits.', credits: expect.closeTo(1.02) });
  });
});
