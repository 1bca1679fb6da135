import { apps } from '@atelier/contracts/assistants/apps';
import type {
  DocumentState,
  DocumentVersion,
  ImportStatusFilter,
} from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, listObjects, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';
import { makePdf } from '../../../../../tests/pdf.ts';
import { keptVersions } from '../kept-versions/keep-version.ts';

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

describe('a document after its import', () => {
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

  const importOne = async (content: string | Uint8Array<ArrayBuffer> = handbook, name = 'handbook.md') => {
    const base = await newKnowledgeBase(client);
    const [made] = await importTexts(client, base, { [name]: content });
    const importId = made?.knowledgeBaseImportId ?? '';
    const [row] = await settled(client, [importId]);
    expect(row).toMatchObject({ status: 'COMPLETED', version: 1, state: 'ENABLED' });
    return { base, importId };
  };
  const view = (knowledgeBaseImportId: string, version?: number) =>
    client.call(endpoints.viewExtracted, { body: { knowledgeBaseImportId, version } });
  const edit = async (knowledgeBaseImportId: string, version: number, text: string) => {
    await client.call(endpoints.editContent, { body: { knowledgeBaseImportId, version, text } });
    const [row] = await settled(client, [knowledgeBaseImportId]);
    return row;
  };
  const find = async (knowledgeBaseId: string, query: string) =>
    (await client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId, query, mode: 'BM25' } }))
      .results;
  const review = (importId: string) =>
    client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
      query: { limit: 100 },
    });
  const versionsOf = async (importId: string): Promise<DocumentVersion[]> =>
    (await client.call(endpoints.listVersions, { params: { knowledgeBaseImportId: importId } })).items;

  it('shows its text as it can be edited, and takes an edited one that is found instead of the old', {
    tags: ['IMPORT-01', 'IMPORT-47', 'IMPORT-59'],
  }, async () => {
    const { base, importId } = await importOne();
    const shown = await view(importId);
    expect(shown).toEqual({ knowledgeBaseImportId: importId, version: 1, text: handbook, metadata: {} });
    const { items: chunks, import: listed } = await review(importId);
    expect(listed).toMatchObject({ knowledgeBaseImportId: importId, type: 'FILE', metadata: {} });
    expect(chunks.map(({ text }) => text).join()).toContain('25 days');
    const row = await edit(importId, 1, handbook.replace('25 days', '31 days'));
    expect(row).toMatchObject({ status: 'COMPLETED', version: 2, name: 'handbook.md' });
    const [best] = await find(base, 'paid leave per year');
    expect(best).toMatchObject({ document: { heading: 'Handbook' }, edited: true });
    expect(best?.text).toContain('31 days');
    const { items, total } = await review(importId);
    expect(items.map(({ text }) => text).join()).not.toContain('25 days');
    expect(total).toBe(row?.chunkCount);
  });

  it('keeps headings and pages of a PDF whose text is edited', async () => {
    const filler = 'Common words stand here to fill the line.';
    const pdf = makePdf([
      ['The zebra is mentioned on the first page.', filler],
      ['The giraffe is mentioned on the second page.', filler],
    ]);
    const { base, importId } = await importOne(pdf, 'report.pdf');
    const { text } = await view(importId);
    expect(text).toContain('<!-- page 2 -->');
    const row = await edit(importId, 1, text.replace('giraffe', 'elephant'));
    expect(row).toMatchObject({ name: 'report.pdf', pages: 2 });
    expect((await find(base, 'elephant'))[0]?.document).toMatchObject({ name: 'report.pdf', page: 2 });
    expect(await find(base, 'giraffe')).toEqual([]);
  });

  it('refuses an edit of a text that somebody else changed meanwhile, and one of what is being imported', async () => {
    const { importId } = await importOne();
    const body = { knowledgeBaseImportId: importId, version: 1, text: '# Changed' };
    const both = await Promise.all([
      client.send(endpoints.editContent, { body }),
      client.send(endpoints.editContent, { body }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await settled(client, [importId]);
    const late = await client.send(endpoints.editContent, { body });
    expect(late).toMatchObject({ status: 409, body: { code: 'documents.changed' } });
    expect((await versionsOf(importId)).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('is still found by its old text until the new one is complete, also when that fails', async () => {
    const api = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    const { client: owner } = await api.signUp();
    const base = await newKnowledgeBase(owner);
    const worker = await api.another({ env: { ATELIER_ROLES: 'worker' } });
    const [made] = await importTexts(owner, base, { 'handbook.md': handbook });
    const knowledgeBaseImportId = made?.knowledgeBaseImportId ?? '';
    await settled(owner, [knowledgeBaseImportId]);
    await worker.close();
    const text = handbook.replace('25 days', '31 days');
    await owner.call(endpoints.editContent, { body: { knowledgeBaseImportId, version: 1, text } });
    const ask = async () => {
      const body = { knowledgeBaseId: base, query: 'paid leave' };
      return (await owner.call(retrieval.endpoints.retrievalTest, { body })).results[0]?.text ?? '';
    };
    expect(await ask()).toContain('25 days');
    const shown = await owner.call(endpoints.viewExtracted, { body: { knowledgeBaseImportId } });
    expect(shown).toMatchObject({ version: 1, text: handbook });
    const busy = await owner.send(endpoints.revertVersion, { body: { knowledgeBaseImportId, version: 1 } });
    expect(busy.body.code).toBe('documents.busy');
    await owner.call(documentImports.endpoints.cancelImport, { params: { knowledgeBaseImportId } });
    expect(await ask()).toContain('25 days');
    // After a failed edit, the next one starts from the version that is shown.
    const again = { knowledgeBaseImportId, version: 1, text: handbook.replace('25 days', '32 days') };
    await owner.call(endpoints.editContent, { body: again });
    const next = await api.another({ env: { ATELIER_ROLES: 'worker' } });
    await settled(owner, [knowledgeBaseImportId]);
    expect(await ask()).toContain('32 days');
    await next.close();
    await api.close();
  });

  it('lists its versions, compares two, and reverts to an earlier one as a new version', {
    tags: ['IMPORT-45', 'IMPORT-49'],
  }, async () => {
    const { base, importId } = await importOne();
    await edit(importId, 1, handbook.replace('25 days', '31 days'));
    const items = await versionsOf(importId);
    expect(items).toMatchObject([
      { version: 2, reason: 'EDIT', madeBy: expect.any(String), isShown: true, isCurrent: true },
      { version: 1, reason: 'IMPORT', isShown: false, isCurrent: false, size: handbook.length },
    ]);
    const { pieces } = await client.call(endpoints.compareVersions, {
      params: { knowledgeBaseImportId: importId },
      query: { from: 1, to: 2 },
    });
    const changed = pieces?.filter(({ kind }) => kind !== 'same');
    expect(changed).toEqual([
      { kind: 'removed', text: '25' },
      { kind: 'added', text: '31' },
    ]);
    await client.call(endpoints.revertVersion, { body: { knowledgeBaseImportId: importId, version: 1 } });
    const [row] = await settled(client, [importId]);
    expect(row).toMatchObject({ status: 'COMPLETED', version: 3 });
    expect((await find(base, 'paid leave'))[0]?.text).toContain('25 days');
    expect((await find(base, 'paid leave'))[0]).toMatchObject({ edited: false });
    expect((await versionsOf(importId)).map(({ reason }) => reason)).toEqual(['REVERT', 'EDIT', 'IMPORT']);
    const file = await client.fetch(`/api/import/v2/import/${importId}/versions/2/file`);
    expect(await file.text()).toContain('31 days');
  });

  it('deletes a version with its file, never the one in use', {
    tags: ['IMPORT-43', 'IMPORT-44'],
  }, async () => {
    const { importId } = await importOne();
    await edit(importId, 1, '# Second\n\nAnother text.');
    const before = (await listObjects(server)).length;
    const remove = (version: number) =>
      client.send(endpoints.deleteVersion, { params: { knowledgeBaseImportId: importId, version } });
    expect((await remove(2)).body.code).toBe('documents.version_current');
    expect((await remove(1)).status).toBe(200);
    expect((await remove(1)).body.code).toBe('documents.version_not_found');
    expect((await versionsOf(importId)).map(({ version }) => version)).toEqual([2]);
    await eventually(async () => (await listObjects(server)).length === before - 1);
    const gone = await client.send(endpoints.revertVersion, {
      body: { knowledgeBaseImportId: importId, version: 1 },
    });
    expect(gone.body.code).toBe('documents.version_not_found');
  });

  it('takes its versions along when it is deleted, and keeps a bounded number of them', async () => {
    const { importId } = await importOne();
    await edit(importId, 1, '# Second\n\nAnother text.');
    // Simulates a document with many changes: the oldest version is deleted with the next change.
    await server.sql(
      `insert into document_versions (tenant_id, id, import_id, number, reason, made_at, file_id, size, char_count, metadata)
       select tenant_id, 'ver_planted' || n, import_id, n, reason, made_at, file_id, size, char_count, metadata
       from document_versions, generate_series(-1, -$2::int, -1) as n where import_id = $1 and number = 1`,
      [importId, keptVersions],
    );
    await edit(importId, 2, '# Third\n\nA third text.');
    expect(await versionsOf(importId)).toHaveLength(keptVersions + 1);
    const before = (await listObjects(server)).length;
    await client.call(documentImports.endpoints.removeImports, { body: { ids: [importId] } });
    await eventually(async () => (await listObjects(server)).length === before - 3);
    const left = await server.sql('select 1 from document_versions where import_id = $1', [importId]);
    expect(left).toEqual([]);
  });

  it('takes a chunk that is written into it, at its place, and finds it', {
    tags: ['CHUNK-04'],
  }, async () => {
    const { base, importId } = await importOne();
    const [first] = (await review(importId)).items;
    const added = await client.call(endpoints.addChunk, {
      body: {
        knowledgeBaseImportId: importId,
        text: 'Parental leave is granted on request.',
        heading: 'Handbook > Parents',
        afterChunkId: first?.chunkId,
      },
    });
    expect(added).toMatchObject({ ordinal: 1, edited: true, start: first?.end, end: first?.end });
    const { items, import: row } = await review(importId);
    expect(items.map(({ ordinal }) => ordinal)).toEqual(items.map((_, at) => at));
    expect(items[1]?.chunkId).toBe(added.chunkId);
    expect(row.chunkCount).toBe(items.length);
    expect((await find(base, 'parental'))[0]).toMatchObject({
      chunkId: added.chunkId,
      document: { heading: 'Handbook > Parents' },
    });
  });

  it('finds a rewritten chunk by its new words only, at its old place, and the others as before', {
    tags: ['CHUNK-05'],
  }, async () => {
    const { base, importId } = await importOne(longHandbook);
    const { items } = await review(importId);
    expect(items.length).toBeGreaterThan(1);
    const leave = items.find(({ text }) => text.includes('25 days'));
    const edited = await client.call(endpoints.editChunk, {
      body: { chunkId: leave?.chunkId ?? '', text: 'Sabbaticals last six months.', was: leave?.text },
    });
    expect(edited).toMatchObject({ chunkId: leave?.chunkId, ordinal: leave?.ordinal, edited: true });
    expect((await find(base, 'sabbaticals')).map(({ text }) => text)).toEqual([
      'Sabbaticals last six months.',
    ]);
    expect((await find(base, '25 days')).map(({ text }) => text).join()).not.toContain('25 days');
    expect((await find(base, 'sabbaticals'))[0]?.edited).toBe(true);
    const [untouched] = await find(base, 'trains second class');
    expect(untouched).toMatchObject({ text: expect.stringContaining('Trains are booked'), edited: false });
    expect((await review(importId)).items).toHaveLength(items.length);
    const late = await client.send(endpoints.editChunk, {
      body: { chunkId: leave?.chunkId ?? '', text: 'Late.', was: leave?.text },
    });
    expect(late.body.code).toBe('documents.changed');
  });

  it('does not find a chunk any more that was taken out, up to the last one', {
    tags: ['CHUNK-06'],
  }, async () => {
    const { base, importId } = await importOne();
    const { items } = await review(importId);
    for (const { chunkId } of items) await client.call(endpoints.removeChunk, { body: { chunkId } });
    expect(await find(base, 'leave trains handbook')).toEqual([]);
    expect((await review(importId)).total).toBe(0);
    const gone = await client.send(endpoints.removeChunk, {
      body: { chunkId: items[0]?.chunkId ?? '' },
    });
    expect(gone).toMatchObject({ status: 404, body: { code: 'documents.chunk_not_found' } });
    const again = { knowledgeBaseImportId: importId, text: 'It begins anew with a unicorn.' };
    expect(await client.call(endpoints.addChunk, { body: again })).toMatchObject({ ordinal: 0 });
    expect(await find(base, 'unicorn')).toHaveLength(1);
  });

  it('keeps chunks written by hand with the version they were written for, and says so', {
    tags: ['IMPORT-61'],
  }, async () => {
    const { importId } = await importOne();
    const text = 'A note that somebody wrote.';
    await client.call(endpoints.addChunk, { body: { knowledgeBaseImportId: importId, text } });
    const row = await edit(importId, 1, '# Another\n\nAnother text.');
    expect(row?.note).toContain('One chunk that was written by hand stayed with version 1.');
    const { items, versions, summary } = await review(importId);
    expect(items.every(({ edited }) => !edited)).toBe(true);
    expect(versions[1]?.chunks).toEqual([{ ordinal: expect.any(Number), heading: null, text }]);
    expect(summary).toBeNull();
  });

  const changeMetadata = (ids: string[], rest: object) =>
    client.send(endpoints.changeMetadata, { body: { ids, ...rest } });

  it('takes every document type and no other', { tags: ['IMPORT-35'] }, async () => {
    const { importId } = await importOne();
    for (const documentType of [
      'book',
      'businessDocument',
      'paper',
      'personalDocument',
      'socialMediaPost',
      'webPage',
    ])
      expect((await changeMetadata([importId], { documentType })).status).toBe(200);
    expect((await changeMetadata([importId], { documentType: 'leaflet' })).status).toBe(400);
    expect((await review(importId)).import.documentType).toBe('webPage');
  });

  it('takes a known language and categories', { tags: ['IMPORT-36', 'IMPORT-37'] }, async () => {
    const { importId } = await importOne();
    const labels = { language: 'english', categories: ['technology', 'education'] };
    expect((await changeMetadata([importId], labels)).status).toBe(200);
    expect((await changeMetadata([importId], { language: 'klingon' })).status).toBe(400);
    expect((await review(importId)).import).toMatchObject(labels);
  });

  it('carries details, which are changed for several documents at once', {
    tags: ['IMPORT-60'],
  }, async () => {
    const { base, importId } = await importOne();
    const [other] = await importTexts(client, base, { 'other.md': '# Other' });
    const metadata = { owner: 'Ada' };
    const { body } = await changeMetadata([importId, other?.knowledgeBaseImportId ?? ''], { metadata });
    expect(body.responseData.imports.map((row) => row.metadata)).toEqual([metadata, metadata]);
    await changeMetadata([importId], { metadata: { owner: '', year: '2026' } });
    expect((await review(importId)).import.metadata).toEqual({ year: '2026' });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field ${at}`, 'x']));
    const tooMany = await changeMetadata([importId], { metadata: many });
    expect(tooMany.body.code).toBe('documents.too_many_details');
  });

  it('is never found while it is disabled, and again once it is enabled', {
    tags: ['IMPORT-42'],
  }, async () => {
    const { base, importId } = await importOne();
    const set = (state: DocumentState, ids = [importId]) =>
      client.send(endpoints.setState, { body: { ids, state } });
    expect(await find(base, 'paid leave')).not.toEqual([]);
    expect((await set('DISABLED')).status).toBe(200);
    expect(await find(base, 'paid leave')).toEqual([]);
    expect((await review(importId)).import).toMatchObject({ state: 'DISABLED', status: 'COMPLETED' });
    expect((await set('ENABLED')).status).toBe(200);
    expect(await find(base, 'paid leave')).not.toEqual([]);
    const wrong = await client.fetch(endpoints.setState.path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [importId], state: 'ERRORED' }),
    });
    expect(wrong.status).toBe(400);
    expect((await set('DISABLED', ['imp_missing'])).status).toBe(404);
  });

  it('is summarized with sentences of its own where there is no language model', {
    tags: ['IMPORT-46', 'IMPORT-48', 'IMPORT-58'],
  }, async () => {
    const { importId } = await importOne();
    const body = { knowledgeBaseImportId: importId };
    const told = await client.call(endpoints.summarize, { body });
    expect(told.kind).toBe('EXTRACTIVE');
    expect(told.summary).toContain('Employees get 25 days of paid leave per year.');
    const read = () => client.call(endpoints.readSummary, { query: body });
    expect(await read()).toMatchObject({ summary: null, state: 'NONE' });
    expect(await client.call(endpoints.summarizeAndSave, { body })).toMatchObject({ state: 'IN-PROGRESS' });
    const saved = await eventually(async () => {
      const now = await read();
      return now.state === 'READY' && now;
    });
    expect(saved).toMatchObject({ kind: 'EXTRACTIVE', summary: told.summary });
    await client.call(endpoints.changeMetadata, { body: { ids: [importId], summary: 'In my own words.' } });
    expect(await read()).toMatchObject({ kind: 'EDITED', summary: 'In my own words.' });
  });

  it('is summarized after its import where the knowledge base says so', { tags: ['KB-03'] }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    await client.call(knowledge.endpoints.updateBase, { body: { knowledgeBaseId, summarize: true } });
    const [made] = await importTexts(client, knowledgeBaseId, { 'handbook.md': handbook });
    const summary = await eventually(async () => {
      const query = { knowledgeBaseImportId: made?.knowledgeBaseImportId ?? '' };
      const now = await client.call(endpoints.readSummary, { query });
      return now.state === 'READY' && now.summary;
    });
    expect(summary).toContain('paid leave');
  });

  it('has no text to edit or summarize when its import failed', async () => {
    const base = await newKnowledgeBase(client);
    const [made] = await importTexts(client, base, { 'broken.pdf': '%PDF-1.4 nothing more' });
    const knowledgeBaseImportId = made?.knowledgeBaseImportId ?? '';
    await settled(client, [knowledgeBaseImportId]);
    const edited = await client.send(endpoints.editContent, {
      body: { knowledgeBaseImportId, version: 1, text: 'Something' },
    });
    expect(edited.body.code).toBe('documents.nothing_to_edit');
    const summary = await client.send(endpoints.summarize, { body: { knowledgeBaseImportId } });
    expect(summary.body.code).toBe('documents.no_text');
  });

  it('that is too long is not edited here, and said so', async () => {
    const { importId } = await importOne('# Short\n\nWords.', 'short.txt');
    await server.sql(
      `insert into document_sections (tenant_id, import_id, ordinal, start_offset, text)
       values ($1, $2, 99, 1000, repeat('x', 500001))`,
      [tenantId, importId],
    );
    const shown = await client.send(endpoints.viewExtracted, { body: { knowledgeBaseImportId: importId } });
    expect(shown).toMatchObject({ status: 413, body: { code: 'documents.too_long' } });
  });

  it('is listed by each word for its state', { tags: ['IMPORT-03'] }, async () => {
    const api = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    const { client: owner } = await api.signUp();
    const id = await newKnowledgeBase(owner);
    await importTexts(owner, id, { 'handbook.md': handbook });
    const count = async (status: ImportStatusFilter) =>
      (await owner.call(documentImports.endpoints.listImports, { params: { id }, query: { status } })).total;
    expect([await count('PENDING'), await count('CREATED'), await count('STAGED')]).toEqual([1, 1, 0]);
    expect([await count('IN-PROGRESS'), await count('ERRORED')]).toEqual([0, 0]);
    await api.sql(`update runs set status = 'WAITING'`);
    expect([await count('PENDING'), await count('CREATED'), await count('STAGED')]).toEqual([1, 0, 1]);
    await api.close();
  });

  describe('in a knowledge base', () => {
    it('that is private is seen by builders and those it is given to, else by everyone', {
      tags: ['KB-11'],
    }, async () => {
      const { base, importId } = await importOne();
      const reader = await joinTenant(server, { tenantId, role: 'USER' });
      const seen = async () => [
        (await reader.client.send(knowledge.endpoints.get, { params: { id: base } })).status,
        (await reader.client.send(endpoints.listVersions, { params: { knowledgeBaseImportId: importId } }))
          .status,
      ];
      expect(await seen()).toEqual([200, 200]);
      await client.call(knowledge.endpoints.update, { params: { id: base }, body: { share: 'PRIVATE' } });
      expect(await seen()).toEqual([404, 404]);
      const listed = await reader.client.call(knowledge.endpoints.list, { query: { limit: 100 } });
      expect(listed.items.map(({ knowledgeBaseId }) => knowledgeBaseId)).not.toContain(base);
      await client.call(knowledge.endpoints.update, { params: { id: base }, body: { share: 'EVERYONE' } });
      expect(await seen()).toEqual([200, 200]);
    });

    it('that apps use is not switched off before each of them has another one; off, it answers nothing and keeps everything', {
      tags: ['KB-12', 'KB-13'],
    }, async () => {
      const { base } = await importOne();
      const other = await newKnowledgeBase(client);
      const { appId } = await client.call(apps.endpoints.create, {
        body: { name: `Help ${base}`, knowledgeBaseIds: [base] },
      });
      const turn = (status: 'ON' | 'OFF') =>
        client.send(knowledge.endpoints.update, { params: { id: base }, body: { status } });
      const refused = await turn('OFF');
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'knowledge.used_by_apps', details: { apps: [{ appId, name: `Help ${base}` }] } },
      });
      expect(await find(base, 'paid leave')).not.toEqual([]);
      await client.call(apps.endpoints.update, { body: { appId, knowledgeBaseIds: [other] } });
      expect((await turn('OFF')).status).toBe(200);
      expect(await find(base, 'paid leave')).toEqual([]);
      const attached = await client.send(apps.endpoints.update, {
        body: { appId, knowledgeBaseIds: [other, base] },
      });
      expect([attached.status, attached.body.code]).toEqual([409, 'apps.knowledge_base_off']);
      const kept = await client.call(knowledge.endpoints.get, { params: { id: base } });
      expect(kept).toMatchObject({ status: 'OFF', counts: { documents: 1, ready: 1 } });
      expect((await turn('ON')).status).toBe(200);
      expect(await find(base, 'paid leave')).not.toEqual([]);
    });
  });
});
