import { history } from '@atelier/contracts/assistants/chat/history';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { schemas } from '@atelier/contracts/content/schemas/schemas';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { newSource, synced } from './fakes/record-server.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { importTexts, newKnowledgeBase, settled } from './knowledge.ts';

/** Half of a surrogate pair, which PostgreSQL cannot store in JSON. */
const half = '\ud83d';

/** Sends input that no browser sends. Every answer says what to change; none is a failure of the server. */
describe('input that nobody types', () => {
  let server: TestServer;
  let owner: Client;
  let knowledgeBaseId: string;
  let importId: string;

  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp()).client;
    knowledgeBaseId = await newKnowledgeBase(owner);
    const [row] = await importTexts(owner, knowledgeBaseId, { 'note.md': 'Total: 12\nSupplier: Firm' });
    importId = row?.knowledgeBaseImportId ?? '';
    await settled(owner, [importId]);
  });
  afterAll(() => server.close());

  const post = async (path: string, body: string, method = 'POST') => {
    const response = await owner.fetch(path, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const inbox = async (settings: object = {}) => {
    const { sourceId } = await newSource(owner, {
      knowledgeBaseId,
      type: 'WEBHOOK',
      name: 'Inbox',
      settings: { idField: 'id', ...settings },
      maxItems: 50_000,
    });
    await synced(owner, sourceId);
    const { address } = await owner.call(sources.endpoints.hook, {
      params: { sourceId },
      body: { isOn: true },
    });
    return (body: string) => post(new URL(address ?? '').pathname, body);
  };

  it('is refused when it is nested too deep, signed in or not', async () => {
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    for (const [path, body] of [
      [
        connections.endpoints.create.path,
        `{"service":"WEB","kind":"API","name":"x","values":{"a":${nested}}}`,
      ],
      ['/api/auth/sign-in', `{"email":"a@example.com","password":${nested}}`],
    ] as const)
      expect(await post(path, body)).toMatchObject({ status: 413, code: 'request.too_complex' });
  });

  it('may contain half a surrogate pair, which is removed', async () => {
    const changed = await owner.send(documents.endpoints.changeMetadata, {
      body: { ids: [importId], metadata: { team: `us ${half}` } },
    });
    expect(changed.body.responseData?.imports[0]?.metadata).toEqual({ team: 'us \ufffd' });
    const schema = await owner.call(schemas.endpoints.create, {
      body: { knowledgeBaseId, name: 'Halves', columns: [{ name: `Supplier ${half}` }] },
    });
    const columnId = schema.columns[0]?.columnId ?? '';
    const long = await owner.send(schemas.endpoints.setCell, {
      params: { schemaId: schema.schemaId },
      body: { knowledgeBaseImportId: importId, columnId, value: `${'x'.repeat(1999)}😀` },
    });
    expect([long.status, long.body.code]).toEqual([200, undefined]);
  });

  it('with an impossible date is refused, and with an unreadable cursor starts at the first page', async () => {
    const cursor = Buffer.from('no moment\u0000x').toString('base64url');
    const condition = { field: 'CREATED' as const, operator: 'AFTER' as const, value: '-271821-04-20' };
    const replies = [
      await owner.send(knowledge.endpoints.list, { query: { cursor, sort: 'updatedAt' } }),
      await owner.send(retrieval.endpoints.history, { query: { cursor } }),
      await owner.send(history.endpoints.queryHistory, { query: { cursor } }),
      await owner.send(history.endpoints.queryHistory, { query: { from: '0000-01-01' } }),
      await owner.send(retrieval.endpoints.retrievalTest, {
        body: { knowledgeBaseId, query: 'x', filter: [condition] },
      }),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => 'request.invalid'));
  });

  it('is not multiplied by a template or by its depth, and makes no more documents than one may send', async () => {
    const repeating = await inbox({ template: '{{text}}'.repeat(2000) });
    const long = JSON.stringify({ id: 1, text: 'x'.repeat(900_000) });
    expect(await repeating(long)).toMatchObject({ status: 202, responseData: { received: 0, skipped: 1 } });
    const medium = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, text: 'x'.repeat(2000) })));
    expect(await repeating(medium)).toMatchObject({ status: 413, code: 'sources.hook_too_large' });
    const plain = await inbox();
    const deep = `{"id":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await plain(deep)).toMatchObject({ status: 400, code: 'sources.hook_unreadable' });
    const indented = `{"id":1,"a":${'['.repeat(90)}${Array(5000).fill('1').join()}${']'.repeat(90)}}`;
    expect(await plain(indented)).toMatchObject({ status: 202, responseData: { received: 1 } });
    const { items } = await owner.call(documentImports.endpoints.listImports, {
      params: { id: knowledgeBaseId },
    });
    expect(Math.max(...items.map(({ size }) => size))).toBeLessThan(20_000);
    const many = JSON.stringify(Array.from({ length: 80_000 }, (_, id) => ({ id })));
    expect(await plain(many)).toMatchObject({ status: 413, code: 'sources.hook_too_large' });
  });
});
