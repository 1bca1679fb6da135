import { runs } from '@atelier/contracts/assistants/runs/runs';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import {
  countRows,
  importTexts,
  listObjects,
  newKnowledgeBase,
  sendForm,
  settled,
  uploadForm,
} from '../../../../tests/knowledge.ts';

const { endpoints } = documentImports;
const idsOf = (imports: readonly { knowledgeBaseImportId: string }[]) =>
  imports.map((row) => row.knowledgeBaseImportId);

describe('an upload', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer({ env: { MAX_UPLOAD_MB: '1' } });
    client = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  /** A tenant without running imports, and a function that counts its rows and objects. */
  const freshTenant = async () => {
    const { client: owner, user } = await server.signUp();
    const id = await newKnowledgeBase(owner);
    const kept = async () => ({
      rows: await countRows(server, user.tenantId),
      objects: (await listObjects(server)).length,
    });
    return { owner, id, kept, before: await kept() };
  };

  it('takes its files in the order sent', { tags: ['IMPORT-57'] }, async () => {
    const id = await newKnowledgeBase(client);
    const { status, body } = await sendForm(
      client,
      uploadForm(id, { 'one.txt': 'First.', 'two.txt': 'Second.' }),
    );
    expect(status).toBe(200);
    expect(body.responseData?.imports.map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
  });

  it('names its knowledge base before the first file, or is refused and leaves nothing', async () => {
    const { owner, id, kept, before } = await freshTenant();
    const form = uploadForm(undefined, { 'one.txt': 'First.', 'two.txt': 'Second.' });
    form.append('knowledgeBaseId', id);
    const { status, body } = await sendForm(owner, form);
    expect([status, body.code]).toEqual([400, 'knowledge.knowledge_base_missing']);
    expect(body.message).toContain('before the files');
    expect(await kept()).toEqual(before);
  });

  it('gives labels to the files that follow them', async () => {
    const id = await newKnowledgeBase(client);
    const form = uploadForm(id, { 'plain.txt': 'No label.' });
    form.append('documentType', 'paper');
    form.append('file', new Blob(['Labelled.']), 'labelled.txt');
    const { body } = await sendForm(client, form);
    expect(body.responseData?.imports.map(({ documentType }) => documentType)).toEqual([null, 'paper']);
  });

  it('is taken under either name of the call, and read by the ids that calls speak of', {
    tags: ['IMPORT-50', 'IMPORT-51', 'KB-08'],
  }, async () => {
    const { client: owner, user } = await server.signUp();
    const id = await newKnowledgeBase(owner);
    const form = uploadForm(id, { 'one.txt': 'First.', 'two.txt': 'Second.', 'three.txt': 'Third.' });
    const { body } = await sendForm(owner, form, endpoints.uploadFile);
    const [one, two] = body.responseData?.imports ?? [];
    expect([one, two]).toMatchObject([
      { knowledgeBaseId: id, name: 'one.txt' },
      { knowledgeBaseId: id, name: 'two.txt' },
    ]);
    const wanted = idsOf([two, one].flatMap((row) => row ?? []));
    const ask = (tenantId: string) => {
      const { userId } = user;
      const kbImportIds = wanted.join(',');
      const ids = new URLSearchParams({ kbImportIds, tenantId, userId, companyId: tenantId });
      return owner.fetch(`${endpoints.getImports.path}?${ids.toString()}`);
    };
    expect(await (await ask(user.tenantId)).json()).toMatchObject({
      responseData: { imports: wanted.map((knowledgeBaseImportId) => ({ knowledgeBaseImportId })) },
    });
    expect((await ask('ten_another')).status).toBe(403);
  });

  it('says type, language and categories of all its files, by which the list is narrowed', {
    tags: ['IMPORT-35', 'IMPORT-36', 'IMPORT-37'],
  }, async () => {
    const id = await newKnowledgeBase(client);
    const form = uploadForm(id, {});
    const labels = { documentType: 'paper', language: 'german', category: 'technology' };
    for (const [name, value] of Object.entries(labels)) form.append(name, value);
    form.append('category', 'ferries');
    form.append('file', new Blob(['Alpha.']), 'alpha.txt');
    const { body } = await sendForm(client, form);
    const known = { documentType: 'paper', language: 'german', categories: ['technology', 'ferries'] };
    expect(body.responseData?.imports).toMatchObject([known]);
    await importTexts(client, id, { 'beta.txt': 'Beta.' });
    const listed = async (query: object) =>
      (await client.call(endpoints.listImports, { params: { id }, query })).items.map(({ name }) => name);
    expect(await listed({ sort: 'name', order: 'asc' })).toEqual(['alpha.txt', 'beta.txt']);
    for (const query of [labels, { documentType: 'paper' }, { language: 'german' }, { category: 'ferries' }])
      expect(await listed(query)).toEqual(['alpha.txt']);
    expect(await listed({ category: 'ferr' })).toEqual([]);
    expect(await listed({ ...labels, language: 'french' })).toEqual([]);
    const refused = uploadForm(id, {});
    refused.append('language', 'klingon');
    refused.append('file', new Blob(['Gamma.']), 'gamma.txt');
    expect(await sendForm(client, refused)).toMatchObject({
      status: 400,
      body: { code: 'knowledge.labels_invalid' },
    });
  });

  it.each([
    ['without files', (id: string) => uploadForm(id, {}), 400, 'knowledge.no_files'],
    [
      'without a knowledge base',
      () => uploadForm(undefined, { 'a.txt': 'a' }),
      400,
      'knowledge.knowledge_base_missing',
    ],
    [
      'into two knowledge bases',
      (id: string) => {
        const form = uploadForm(id, { 'a.txt': 'a' });
        form.append('knowledgeBaseId', 'knb_other');
        return form;
      },
      400,
      'knowledge.knowledge_base_missing',
    ],
    [
      'into a knowledge base that is not there',
      () => uploadForm('kb_nothing', { 'a.txt': 'a' }),
      404,
      'knowledge.not_found',
    ],
    [
      'with a file that is too large after one that is not',
      (id: string) => uploadForm(id, { 'a.txt': 'fine', 'big.txt': 'x'.repeat(1024 * 1024 + 1) }),
      413,
      'knowledge.file_too_large',
    ],
    [
      'with too many files',
      (id: string) =>
        uploadForm(id, Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.txt`, `${at}`]))),
      400,
      'knowledge.too_many_files',
    ],
  ])(
    '%s is refused and leaves nothing behind',
    async (_title, form, status, code) => {
      const { owner, id, kept, before } = await freshTenant();
      const reply = await sendForm(owner, form(id));
      expect([reply.status, reply.body.code]).toEqual([status, code]);
      await eventually(async () => (await kept()).objects === before.objects);
      expect((await kept()).rows).toEqual(before.rows);
      // A thousand files take a while on a busy machine.
    },
    120_000,
  );

  it('names the file that is too large', async () => {
    const id = await newKnowledgeBase(client);
    const { body } = await sendForm(client, uploadForm(id, { 'huge.txt': 'x'.repeat(1024 * 1024 + 1) }));
    expect(body.message).toContain('“huge.txt” is larger than the limit of 1 MB');
    expect(body.details).toEqual({ name: 'huge.txt', maxBytes: 1024 * 1024 });
    const exact = await importTexts(client, id, { 'exact.txt': 'x'.repeat(1024 * 1024) });
    expect(exact[0]?.size).toBe(1024 * 1024);
  });

  it('of a type that cannot be read is refused before it is stored, and says what to do', async () => {
    const id = await newKnowledgeBase(client);
    const { refusals = {} } = await client.call(endpoints.acceptedFiles, {});
    const before = (await listObjects(server)).length;
    for (const ending of ['.msg', '.ppt', '.mhtml']) {
      const name = `Offer${ending.toUpperCase()}`;
      const { status, body } = await sendForm(client, uploadForm(id, { [name]: 'Some bytes.' }));
      expect([status, body.code, body.details]).toEqual([415, 'knowledge.file_unreadable', { name }]);
      expect(body.message).toBe(refusals[ending]);
      expect(body.message).toContain(`(${ending}) cannot be read. Please save`);
    }
    expect((await listObjects(server)).length).toBe(before);
    const { balance } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance.found).toBe(0);
  });

  it('that is refused early still gets its answer, however much was to follow', async () => {
    const much = new Uint8Array(40 * 1024 * 1024);
    const missing = await sendForm(client, uploadForm('kb_nothing', { 'much.txt': much }));
    expect([missing.status, missing.body.code]).toEqual([404, 'knowledge.not_found']);
    const id = await newKnowledgeBase(client);
    const large = await sendForm(client, uploadForm(id, { 'much.txt': much, 'more.txt': much }));
    expect([large.status, large.body.code]).toEqual([413, 'knowledge.file_too_large']);
  });

  it("with another tenant's knowledge base or tenantId is refused", async () => {
    const id = await newKnowledgeBase(client);
    const { client: stranger } = await server.signUp();
    const foreign = await sendForm(stranger, uploadForm(id, { 'a.txt': 'a' }));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'knowledge.not_found']);
    const form = uploadForm(id, { 'a.txt': 'a' });
    form.append('tenantId', 'ten_other');
    const mismatch = await sendForm(client, form);
    expect([mismatch.status, mismatch.body.code]).toEqual([403, 'auth.tenant_mismatch']);
  });

  it('as JSON that looks like a parsed file is refused', async () => {
    const response = await client.fetch(endpoints.importFile.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ knowledgeBaseId: 'x', file: { filepath: '/etc/passwd' } }),
    });
    expect(response.status).toBe(400);
  });

  it('that breaks off leaves no row and no object', async () => {
    const { owner, id, kept, before } = await freshTenant();
    const aborting = new AbortController();
    const boundary = 'xyz';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="knowledgeBaseId"\r\n\r\n${id}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwhole\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="b.txt"\r\n\r\nhalf`;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    });
    const sending = owner.fetch(endpoints.importFile.path, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      duplex: 'half',
      signal: aborting.signal,
    });
    await eventually(async () => (await kept()).objects > before.objects);
    aborting.abort();
    await expect(sending).rejects.toThrow(/aborted/);
    await eventually(async () => (await kept()).objects === before.objects);
    expect((await kept()).rows).toEqual(before.rows);
  });

  it('shows names as names, never as paths', async () => {
    const id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, { '..\\..\\evil.txt': 'one', 'über uns.txt': 'two' });
    expect(rows.map(({ name }) => name)).toEqual(['evil.txt', 'über uns.txt']);
  });

  it('of the same file again is counted as unchanged and adds nothing', async () => {
    const id = await newKnowledgeBase(client);
    const [first] = await importTexts(client, id, { 'same.txt': 'The same words.' });
    await settled(client, idsOf(first ? [first] : []));
    const before = await listObjects(server);
    const again = await importTexts(client, id, { 'same.txt': 'The same words.' });
    expect(idsOf(again)).toEqual([first?.knowledgeBaseImportId]);
    const [kept] = await server.sql(
      `select details from audit_log where action = 'knowledge.import_unchanged' and subject_id = $1`,
      [first?.knowledgeBaseImportId],
    );
    expect(kept).toEqual({ details: { name: 'same.txt' } });
    const renamed = await importTexts(client, id, { 'same.txt': 'Other words.' });
    expect(idsOf(renamed)).not.toEqual(idsOf(again));
    await settled(client, idsOf(renamed));
    const { balance, total } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance).toEqual({ found: 3, imported: 2, unchanged: 1, skipped: 0, failed: 0, pending: 0 });
    expect(total).toBe(2);
    expect(await listObjects(server)).toHaveLength(before.length + 1);
  });

  it('of the same content under another name is taken, and says which document was there before', async () => {
    const id = await newKnowledgeBase(client);
    const text = 'Desks are shared on Fridays.';
    const [first] = await importTexts(client, id, { 'desks.md': text });
    const [copy] = await importTexts(client, id, {
      'copy of desks.md': text,
      'other.md': 'Lunch is at noon.',
    });
    const sameAs = async () => {
      const query = { kbImportIds: [first, copy].map((row) => row?.knowledgeBaseImportId).join(',') };
      const { imports } = await client.call(documentImports.endpoints.getImports, { query });
      return imports.map((row) => [row.name, row.sameAs]);
    };
    expect(await sameAs()).toEqual([
      ['desks.md', null],
      ['copy of desks.md', 'desks.md'],
    ]);
    const { items } = await client.call(documentImports.endpoints.listImports, {
      params: { id },
      query: { sort: 'name', order: 'asc' },
    });
    expect(items.map((row) => row.sameAs)).toEqual(['desks.md', null, null]);
    await client.call(documentImports.endpoints.removeImports, {
      body: { ids: [first?.knowledgeBaseImportId ?? ''] },
    });
    expect(await sameAs()).toEqual([['copy of desks.md', null]]);
  });

  it('with the same file twice keeps one', async () => {
    const { owner, id } = await freshTenant();
    const form = uploadForm(id, { 'same.txt': 'The same words.', 'other.txt': 'Other words.' });
    form.append('file', new Blob(['The same words.']), 'same.txt');
    const { body } = await sendForm(owner, form);
    const [first, other, second] = idsOf(body.responseData?.imports ?? []);
    expect([second, other === first]).toEqual([first, false]);
    const query = { kbImportIds: [other, 'imp_none', first, other].join(',') };
    const { imports } = await owner.call(endpoints.getImports, { query });
    expect(idsOf(imports)).toEqual([other, first, other]);
    const { items } = await owner.call(runs.endpoints.list, { query: { subjectId: first } });
    const address = `/knowledge-base/${id}/documents?document=${first}`;
    expect(items.map(({ subject }) => subject)).toEqual([{ name: 'same.txt', address }]);
    expect((await owner.call(endpoints.listImports, { params: { id } })).total).toBe(2);
  });

  it('beside others at the same time answers with its own files', async () => {
    const id = await newKnowledgeBase(client);
    const names = Array.from({ length: 8 }, (_, at) => `beside-${at}.txt`);
    const sent = await Promise.all(names.map((name) => importTexts(client, id, { [name]: name })));
    expect(sent.map((rows) => rows.map(({ name }) => name))).toEqual(names.map((name) => [name]));
  });

  it('twice at the same time keeps one', async () => {
    const id = await newKnowledgeBase(client);
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.txt`, `Text ${at}`]));
    const [left, right] = await Promise.all([importTexts(client, id, files), importTexts(client, id, files)]);
    expect(idsOf(left)).toEqual(idsOf(right));
    await settled(client, idsOf(left));
    const { balance } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance).toMatchObject({ imported: 20, unchanged: 20, found: 40 });
  });

  it('of 200 small files is imported whole, bad ones aside', { tags: ['IMPORT-57'] }, async () => {
    const id = await newKnowledgeBase(client);
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) =>
        at % 40 === 0
          ? [`broken-${at}.pdf`, `%PDF-1.4 ${at}`]
          : [`note-${at}.md`, `# Note ${at}\n\nWord${at}.`],
      ),
    );
    const rows = await importTexts(client, id, files);
    expect(rows).toHaveLength(200);
    const done = await settled(client, idsOf(rows), 50_000);
    const failed = done.filter(({ status }) => status === 'ERRORED');
    expect(failed).toHaveLength(5);
    expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['documents.corrupt']));
    const { balance } = await client.call(endpoints.listImports, { params: { id } });
    expect(balance).toEqual({ found: 200, imported: 195, unchanged: 0, skipped: 0, failed: 5, pending: 0 });
  });

  it('can be downloaded as it was, and never runs in a browser', async () => {
    const id = await newKnowledgeBase(client);
    const html = '<script>alert(1)</script><p>Text</p>';
    const [row] = await importTexts(client, id, { 'página.html': html });
    const response = await client.fetch(`/api/import/v2/download/${row?.knowledgeBaseImportId}`);
    expect(await response.text()).toBe(html);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="p_gina.html"; filename*=UTF-8''p%C3%A1gina.html`,
      'x-content-type-options': 'nosniff',
      'content-length': String(html.length),
    });
  });
});

describe('the list of documents', () => {
  let server: TestServer;
  let client: Client;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    client = (await server.signUp()).client;
    id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, {
      'delta.md': '# D\n\nLong enough to be the largest of all these files.',
      'alpha.md': 'A',
      'broken.pdf': '%PDF-1.4 and no more',
      'bravo.md': 'Bravo 2',
    });
    await settled(client, idsOf(rows));
  });
  afterAll(() => server.close());

  const list = (query: object) => client.call(endpoints.listImports, { params: { id }, query });
  const namesOf = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

  it('sorts and pages without losing or repeating a row', async () => {
    for (const [sort, names] of Object.entries({
      name: ['alpha.md', 'bravo.md', 'broken.pdf', 'delta.md'],
      size: ['alpha.md', 'bravo.md', 'broken.pdf', 'delta.md'],
      createdAt: ['delta.md', 'alpha.md', 'broken.pdf', 'bravo.md'],
    })) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          order: 'asc',
          limit: 3,
          ...(cursor === '' ? {} : { cursor }),
        });
        seen.push(...namesOf(page));
        cursor = page.nextCursor;
      }
      expect(seen, sort).toEqual(names);
    }
  });

  it('searches and filters, and Processing covers waiting and running imports', {
    tags: ['IMPORT-04', 'IMPORT-13'],
  }, async () => {
    expect(namesOf(await list({ search: 'BR', sort: 'name', order: 'asc' }))).toEqual([
      'bravo.md',
      'broken.pdf',
    ]);
    expect(namesOf(await list({ search: '%' }))).toEqual([]);
    expect(namesOf(await list({ status: 'ERRORED' }))).toEqual(['broken.pdf']);
    expect((await list({ status: 'COMPLETED' })).total).toBe(3);
    await server.sql(`alter table runs disable trigger runs_terminal`);
    await server.sql(`update runs set status = 'RUNNING' where subject_id =
      (select id from knowledge_imports where name = 'alpha.md')`);
    await server.sql(`update runs set status = 'QUEUED' where subject_id =
      (select id from knowledge_imports where name = 'bravo.md')`);
    expect(namesOf(await list({ status: 'IN-QUEUE', sort: 'name', order: 'asc' }))).toEqual([
      'alpha.md',
      'bravo.md',
    ]);
    expect(namesOf(await list({ status: 'IN-PROGRESS' }))).toEqual(['alpha.md']);
    expect(namesOf(await list({ status: 'PENDING' }))).toEqual(['bravo.md']);
  });

  it('says of each row what may be done with it', async () => {
    const [broken] = (await list({ status: 'ERRORED' })).items;
    expect(broken?.abilities).toEqual({ canCancel: false, canRetry: true, canRemove: true, canEdit: false });
    expect(broken?.error?.message).toContain('damaged');
  });
});
