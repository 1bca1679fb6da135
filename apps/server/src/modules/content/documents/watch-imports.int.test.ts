import { access } from '@atelier/contracts/account/access';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { storage } from '@atelier/contracts/content/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { newSource, synced } from '../../../../tests/fakes/record-server.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { makePdf } from '../../../../tests/pdf.ts';

const { endpoints } = documentImports;

const watch = (client: Client, knowledgeBaseId: string) =>
  openStream(client, `${endpoints.events.path}?knowledgeBaseId=${knowledgeBaseId}`);

describe('watching imports', () => {
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

  it('reports the progress of each document, and the balance, as it happens', async () => {
    const id = await newKnowledgeBase(client);
    const watching = await watch(client, id);
    expect(watching.response.headers.get('content-type')).toContain('text/event-stream');
    await eventually(async () => watching.received.length > 0);
    expect(watching.received[0]).toEqual({
      event: 'balance',
      data: { found: 0, imported: 0, unchanged: 0, skipped: 0, failed: 0, pending: 0 },
    });
    const rows = await importTexts(client, id, { 'a.md': 'One.', 'b.pdf': '%PDF-1.4 broken' });
    const last = (importId: string) =>
      watching.received.findLast(({ data }) => data['knowledgeBaseImportId'] === importId)?.data;
    const [good = '', bad = ''] = rows.map((row) => row.knowledgeBaseImportId);
    await eventually(
      async () => last(good)?.['status'] === 'COMPLETED' && last(bad)?.['status'] === 'ERRORED',
    );
    expect(last(bad)).toMatchObject({ error: { code: 'documents.corrupt' }, abilities: { canRetry: true } });
    await eventually(async () => {
      const balance = watching.received.findLast(({ event }) => event === 'balance')?.data;
      return balance?.['imported'] === 1 && balance['failed'] === 1 && balance['pending'] === 0;
    });
    await client.call(endpoints.removeImports, { body: { ids: [good] } });
    await eventually(async () =>
      watching.received.some(
        ({ event, data }) => event === 'removed' && data['knowledgeBaseImportId'] === good,
      ),
    );
    watching.stop();
    expect(await watching.ended).toBe('aborted');
  });

  it('begins with what is not finished yet', async () => {
    const idle = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    const { client: owner } = await idle.signUp();
    const id = await newKnowledgeBase(owner);
    const [a] = await importTexts(owner, id, { 'a.md': 'One.', 'b.md': 'Two.' });
    const watching = await watch(owner, id);
    await eventually(async () => watching.received.length >= 3);
    expect(watching.received.map(({ event, data }) => [event, data['name'] ?? data['pending']])).toEqual([
      ['import', 'a.md'],
      ['import', 'b.md'],
      ['balance', 2],
    ]);
    // No worker tells what happens from here on.
    const params = { knowledgeBaseImportId: a?.knowledgeBaseImportId ?? '' };
    const last = () => watching.received.findLast(({ data }) => data['name'] === 'a.md')?.data['status'];
    await owner.call(endpoints.cancelImport, { params });
    await eventually(async () => last() === 'CANCELLED');
    await owner.call(endpoints.retryImport, { params });
    await eventually(async () => last() === 'IN-QUEUE');
    await owner.call(endpoints.cancelImport, { params });
    await eventually(async () => last() === 'CANCELLED');
    await importTexts(owner, id, { 'a.md': 'One.' });
    await eventually(async () => last() === 'IN-QUEUE');
    const written = await idle.sql<{ action: string }>(
      `select action from audit_log where subject_id = $1 order by created_at`,
      [params.knowledgeBaseImportId],
    );
    expect(written.map(({ action }) => action)).toEqual([
      'knowledge.import_added',
      'knowledge.import_cancelled',
      'knowledge.import_retried',
      'knowledge.import_cancelled',
      'knowledge.import_retried',
    ]);
    await idle.close();
    expect(await watching.ended).not.toBeUndefined();
  });

  it('says which of how many pages of a PDF is read', async () => {
    const id = await newKnowledgeBase(client);
    const watching = await watch(client, id);
    const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} holds a few common words.`);
    const pages = Array.from({ length: 600 }, () => lines);
    const [row] = await importTexts(client, id, { 'book.pdf': makePdf(pages) });
    await settled(client, [row?.knowledgeBaseImportId ?? ''], 50_000);
    const stages = new Set(watching.received.map(({ data }) => String(data['stage'])));
    expect([...stages].filter((stage) => /^Reading page \d+ of 600$/.test(stage))).not.toEqual([]);
    expect([...stages].filter((stage) => /^Reading page \d+$/.test(stage))).toEqual([]);
    watching.stop();
  });

  it('shows the progress of a long document', async () => {
    const id = await newKnowledgeBase(client);
    const watching = await watch(client, id);
    const text = Array.from({ length: 30_000 }, (_, at) => `Part ${at} ${'has words '.repeat(40)}.`).join(
      '\n\n',
    );
    const [row] = await importTexts(client, id, { 'long.txt': text });
    await settled(client, [row?.knowledgeBaseImportId ?? ''], 50_000);
    await eventually(async () => watching.received.some(({ data }) => data['status'] === 'COMPLETED'));
    const under = watching.received.filter(({ data }) => data['status'] === 'IN-PROGRESS');
    expect(under.some(({ data }) => data['stage'] === 'Reading')).toBe(true);
    const shown = watching.received.flatMap(({ event, data }) =>
      event === 'import' ? Number(data['progress']) : [],
    );
    expect(shown.some((progress) => progress > 0 && progress < 1)).toBe(true);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    watching.stop();
  });

  it('is refused for what another tenant owns', async () => {
    const id = await newKnowledgeBase(client);
    const { client: stranger } = await server.signUp();
    const { response } = await watch(stranger, id);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it('ends when the knowledge base is deleted', async () => {
    const id = await newKnowledgeBase(client);
    const watching = await watch(client, id);
    await eventually(async () => watching.received.length > 0);
    const other = await newKnowledgeBase(client);
    await importTexts(client, id, { 'used.md': 'Used.' });
    await importTexts(client, other, { 'unused.md': 'Unused.' });
    const { sourceId } = await newSource(client, {
      knowledgeBaseId: id,
      type: 'MANUAL',
      settings: { title: 'Typed', text: 'Words.' },
    });
    await synced(client, sourceId);
    const { appId } = await client.call(apps.endpoints.create, {
      body: { name: 'Reader', access: 'PUBLIC', knowledgeBaseIds: [id] },
    });
    const uses = [{ appId, name: 'Reader' }];
    const { items } = await client.call(storage.endpoints.items, { query: { sort: 'name', order: 'asc' } });
    const usedBy = Object.fromEntries(items.map((item) => [item.name, item.usedBy]));
    expect(usedBy).toMatchObject({ 'used.md': uses, 'unused.md': [] });
    const refused = await client.send(baseRemoval.endpoints.remove, { params: { id } });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'knowledge.in_use',
      { apps: uses },
    ]);
    const { email } = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    await client.call(access.endpoints.give, { body: { entityId: id, email } });
    await client.call(baseRemoval.endpoints.remove, { params: { id }, query: { force: 'true' } });
    expect(await watching.ended).toBe('closed');
    expect(await server.sql('select 1 from access_grants where entity_id = $1', [id])).toEqual([]);
    // The run of a source goes a moment later than those of its documents.
    await eventually(
      async () => (await server.sql('select 1 from runs where scope_id = $1', [id])).length === 0,
    );
    await client.call(baseRemoval.endpoints.remove, { params: { id: other } });
    const gone = await client.send(baseRemoval.endpoints.remove, { params: { id } });
    expect([gone.status, gone.body.code]).toEqual([404, 'knowledge.not_found']);
    const [row] = await server.sql(
      `select details->'documents' as documents from audit_log where action = 'knowledge.deleted' and subject_id = $1`,
      [id],
    );
    expect(row).toEqual({ documents: 2 });
  });

  it('ends when the session does, though nothing changes', async () => {
    const { client: owner } = await server.signUp();
    const id = await newKnowledgeBase(owner);
    const watching = await watch(owner, id);
    await eventually(async () => watching.received.length > 0);
    await owner.call(auth.endpoints.signOut, {});
    expect(await watching.ended).toBe('closed');
  });
});
