import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { newSource, synced } from '../../../../tests/fakes/record-server.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { listObjects, newKnowledgeBase } from '../../../../tests/knowledge.ts';

const { endpoints } = sources;

interface Answer {
  success: boolean;
  responseCode: number;
  code?: string;
  message?: string;
  responseData: { received: number; skipped: number } | null;
}

describe('the inbound address of a webhook', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let knowledgeBaseId: string;
  let sourceId: string;
  let address: string;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    knowledgeBaseId = await newKnowledgeBase(owner);
    const settings = { idField: 'id', titleField: 'title', template: '{{text}}', listPath: 'items' };
    const made = await newSource(owner, {
      knowledgeBaseId,
      type: 'WEBHOOK',
      name: 'Inbox',
      settings,
      maxItems: 4,
    });
    sourceId = made.sourceId;
    await synced(owner, sourceId);
    const made2 = await owner.call(endpoints.hook, { params: { sourceId }, body: { isOn: true } });
    address = made2.address ?? '';
  });
  afterAll(() => server.close());

  const send = async (body: string, { to = address, type = 'application/json' } = {}) => {
    const response = await fetch(to, { method: 'POST', body, headers: { 'content-type': type } });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const items = (...list: object[]): string => JSON.stringify({ items: list });
  const errorOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code];
  const hook = (body: { isOn: boolean; renew?: boolean }, id = sourceId) =>
    owner.send(endpoints.hook, { params: { sourceId: id }, body });
  const documents = () =>
    owner.call(documentImports.endpoints.listImports, { params: { id: knowledgeBaseId } });

  it('takes documents with 202 once they are safe, and the same one again without doubling it', {
    tags: ['CONNECTOR-17'],
  }, async () => {
    const first = items(
      { id: 1, title: 'News', text: 'Alpha' },
      { id: 2, title: 'More', text: 'Beta' },
      { title: 'No id' },
    );
    const taken = await send(first);
    expect([taken.status, taken.body.responseData]).toEqual([202, { received: 2, skipped: 1 }]);
    expect((await documents()).total).toBe(2);
    await Promise.all([send(first), send(first)]);
    await send(items({ id: 2, title: 'More', text: 'Beta, corrected' }));
    const source: Source = await synced(owner, sourceId);
    expect(source.balance).toMatchObject({ found: 3, imported: 1, unchanged: 1, skipped: 1 });
    const rows = (await documents()).items.map(({ name, version, type }) => `${type} ${name} v${version}`);
    expect(rows.sort()).toEqual(['WEBHOOK More v2', 'WEBHOOK News v1']);
  });

  it('keeps what was sent when the source is read, and has room for so many documents only', async () => {
    await owner.call(endpoints.sync, { params: { sourceId }, body: {} });
    expect((await synced(owner, sourceId)).documents).toBe(2);
    expect((await send(items({ id: 3, text: 'Gamma' }, { id: 4, text: 'Delta' }))).status).toBe(202);
    expect(errorOf(await send(items({ id: 5, text: 'Epsilon' })))).toEqual([429, 'sources.hook_full']);
    expect((await send(items({ id: 4, text: 'Delta' }))).status).toBe(202);
  });

  it('refuses a wrong secret, another company, an address that is off, and an old one, all alike', async () => {
    const missing = [404, 'sources.hook_not_found'];
    const body = items({ id: 1, text: 'x' });
    const [tenant = '', , secret = ''] = address.split('/').at(-1)?.split('.') ?? [];
    const base = address.slice(0, address.lastIndexOf('/'));
    const other = (await server.signUp('Eve Stranger')).user.tenantId;
    expect([tenant, secret.length]).toEqual([tenantId, 43]);
    for (const token of [
      `${tenant}.${sourceId}.${'x'.repeat(43)}`,
      `${other}.${sourceId}.${secret}`,
      `${tenant}.src_none.${secret}`,
      `none.${sourceId}.${secret}`,
      secret,
      `${tenant}.${sourceId}`,
      `${tenant}.${sourceId}.${secret}.more`,
    ])
      expect(errorOf(await send(body, { to: `${base}/${token}` })), token).toEqual(missing);
    await hook({ isOn: false });
    expect(errorOf(await send(body))).toEqual(missing);
    const on = await hook({ isOn: true });
    expect(on.body.responseData).toEqual({ isOn: true, address: null });
    const old = address;
    address = (await hook({ isOn: true, renew: true })).body.responseData?.address ?? '';
    expect(errorOf(await send(body, { to: old }))).toEqual(missing);
    expect((await send(body)).status).toBe(202);
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [tenantId]);
    expect(errorOf(await send(body))).toEqual(missing);
    await server.sql(`update tenants set status = 'ACTIVE' where id = $1`, [tenantId]);
  });

  it('refuses what is too large, empty, of another kind, or not to be read', async () => {
    expect(errorOf(await send('x'.repeat(25 * 1024 * 1024 + 1)))).toEqual([413, 'request.too_large']);
    const stored = (await listObjects(server)).length;
    expect(errorOf(await send(' '))).toEqual([400, 'sources.hook_empty']);
    expect(await listObjects(server)).toHaveLength(stored);
    expect(errorOf(await send('x', { type: 'application/zip' }))).toEqual([400, 'request.media_type']);
    const broken = await send('{broken');
    expect([broken.status, broken.body.code, broken.body.message]).toEqual([
      400,
      'sources.hook_unreadable',
      'What was sent is not JSON that can be read. Please correct it.',
    ]);
    expect(errorOf(await send('{"rows":[]}'))).toEqual([400, 'sources.hook_unreadable']);
    const { items: left } = await owner.call(endpoints.report, {
      params: { sourceId },
      query: { outcome: 'SKIPPED' },
    });
    expect(left).toContainEqual(
      expect.objectContaining({
        name: 'Refused message',
        cause: { code: 'request.too_large', message: 'The request is too large.' },
      }),
    );
  });

  it('takes texts, forms, lines of JSON, and what has no type', async () => {
    const settings = { idField: 'id', titleField: 'title', template: '{{text}}' };
    const { sourceId: id } = await newSource(owner, { knowledgeBaseId, type: 'WEBHOOK', settings });
    const to = (await hook({ isOn: true }, id)).body.responseData?.address ?? '';
    for (const [type, body] of [
      ['text/plain', 'Alpha'],
      ['application/x-www-form-urlencoded; charset=utf-8', 'id=1&text=Alpha'],
      ['application/x-ndjson', '{"id":1,"text":"Alpha"}'],
      ['application/vnd.news+json', '[{"id":1,"text":"Alpha"}]'],
    ] as const) {
      const { status, body: answer } = await send(body, { to, type });
      expect([type, status, answer.responseData]).toEqual([type, 202, { received: 1, skipped: 0 }]);
    }
    const untyped = await fetch(to, { method: 'POST', body: Buffer.from('[{"id":1,"text":"Alpha"}]') });
    expect(untyped.status).toBe(202);
  });

  it('takes a document of several megabytes', async () => {
    const { status, body } = await send(items({ id: 1, title: 'News', text: 'word '.repeat(500_000) }));
    expect([status, body.responseData]).toEqual([202, { received: 1, skipped: 0 }]);
  });

  it('is of webhook sources only, keeps only the hash of its secret, and writes down who sent', async () => {
    const settings = { title: 'Text', text: 'Words' };
    const manual = await newSource(owner, { knowledgeBaseId, type: 'MANUAL', name: 'Text', settings });
    const refused = await hook({ isOn: true }, manual.sourceId);
    expect([refused.status, refused.body.code]).toEqual([409, 'sources.no_hook']);
    const secret = address.split('.').at(-1) ?? '';
    const [row] = await server.sql<{ sources: string; audit: string; times: number }>(
      `select (select string_agg(s::text, '') from sources s) as sources,
        (select string_agg(a::text, '') from audit_log a) as audit,
        (select count(*)::int from audit_log where action = 'sources.hook_received') as times`,
    );
    expect([row?.sources.includes(secret), row?.audit.includes(secret)]).toEqual([false, false]);
    expect(row?.times).toBeGreaterThan(4);
    const refusals = await server.sql(
      `select distinct details from audit_log where action = 'sources.hook_received' and details->>'received' = '0'`,
    );
    expect(refusals).toEqual([{ details: { received: 0, skipped: 1 } }]);
  });
});
