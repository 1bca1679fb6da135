import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { graph } from '@atelier/contracts/content/graph/graph';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { dumpDatabase } from './dump-database.ts';
import {
  newSource,
  type RecordServer,
  recordSettings,
  startRecordServer,
  synced,
} from './fakes/record-server.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { importTexts, newKnowledgeBase, settled } from './knowledge.ts';
import { joinTenant } from './member.ts';

const secret = 'Bearer tell-nobody-4711';

/** Starts a site that redirects every request to another one. */
const startRedirect = async (to: string) => {
  const server = createServer((_request, response) => response.writeHead(302, { location: to }).end());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, close: () => server.close() };
};

/**
 * Attacks that succeeded against similar products, tried on knowledge bases and their sources. The numbers are those of research/peers.md.
 */
describe('attacks known from similar products, against knowledge bases', () => {
  const log: string[] = [];
  let site: RecordServer;
  let redirect: Awaited<ReturnType<typeof startRedirect>>;
  let server: TestServer;
  let owner: Client;
  let tenantId: string;

  beforeAll(async () => {
    site = await startRecordServer();
    redirect = await startRedirect(`${site.origin}/records`);
    server = await startTestServer({
      env: { OUTBOUND_ALLOW: `${site.host},${redirect.host}` },
      onLog: (line) => log.push(line),
    });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(async () => {
    await server.close();
    await site.close();
    redirect.close();
  });

  /** Creates a knowledge base with one imported document. */
  const baseWith = async (text: string, client = owner, settings: object = {}) => {
    const id = await newKnowledgeBase(client, settings);
    const [row] = await importTexts(client, id, { 'note.md': text });
    const importId = row?.knowledgeBaseImportId ?? '';
    await settled(client, [importId]);
    const { items } = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
    });
    return { id, importId, chunkId: items[0]?.chunkId ?? '' };
  };
  const connect = async (client: Client, origin: string) =>
    (
      await client.call(connections.endpoints.create, {
        body: {
          service: 'WEB',
          kind: 'API',
          name: `API ${crypto.randomUUID()}`,
          values: { site: origin, headerName: 'x-secret', headerValue: secret },
        },
      })
    ).connectionId;
  const post = async (client: Client, path: string, body: string, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const response = await client.fetch(path, { method, headers, body });
    return { status: response.status, text: await response.text() };
  };

  it('14: reach nothing of another tenant through a second id in a body', async () => {
    const other = (await server.signUp()).client;
    const [own, theirs] = [await baseWith('Ours.'), await baseWith('Secret of theirs.', other)];
    const connectionId = await connect(other, site.origin);
    const question = { knowledgeBaseId: own.id, query: 'secret' };
    const source = { type: 'API' as const, settings: recordSettings(site), connectionId };
    const expected = [{ knowledgeBaseImportId: theirs.importId, documentName: '', text: '' }];
    const { endpoints } = retrieval;
    const replies = await Promise.all([
      owner.send(sources.endpoints.test, { body: source }),
      owner.send(sources.endpoints.estimate, {
        body: { knowledgeBaseId: own.id, source: { ...source, maxItems: 5 } },
      }),
      owner.send(sources.endpoints.init, { body: { ...source, knowledgeBaseId: own.id, name: 'Taken' } }),
      owner.send(endpoints.explain, { body: { ...question, chunkId: theirs.chunkId } }),
      owner.send(endpoints.explain, { body: { ...question, knowledgeBaseImportId: theirs.importId } }),
      owner.send(endpoints.saveQuestion, { body: { ...question, expected } }),
      owner.send(documents.endpoints.addChunk, {
        body: { knowledgeBaseImportId: own.importId, text: 'Mine', afterChunkId: theirs.chunkId },
      }),
    ]);
    for (const { status, body } of replies) {
      expect([400, 404], JSON.stringify(body)).toContain(status);
      expect(JSON.stringify(body)).not.toContain('Secret of theirs');
    }
    expect(site.asked).toEqual([]);
    const mixed = await owner.call(documents.endpoints.changeMetadata, {
      body: { ids: [own.importId, theirs.importId], metadata: { team: 'us' } },
    });
    expect(mixed.imports.map((row) => row.knowledgeBaseImportId)).toEqual([own.importId]);
  });

  it('14: reach no chunks of one knowledge base through the id of another', async () => {
    const [one, other] = [await baseWith('Pears.'), await baseWith('Plums.')];
    const { endpoints } = retrieval;
    const question = { knowledgeBaseId: one.id, query: 'plums' };
    const expected = [{ knowledgeBaseImportId: other.importId, documentName: '', text: '' }];
    const replies = await Promise.all([
      owner.send(endpoints.explain, { body: { ...question, chunkId: other.chunkId } }),
      owner.send(endpoints.explain, { body: { ...question, knowledgeBaseImportId: other.importId } }),
      owner.send(endpoints.saveQuestion, { body: { ...question, expected } }),
      owner.send(documents.endpoints.addChunk, {
        body: { knowledgeBaseImportId: one.importId, text: 'Mine', afterChunkId: other.chunkId },
      }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it.each(['OPERATOR', 'USER'] as const)('14: show %s nothing of a private knowledge base', async (role) => {
    const { id, importId, chunkId } = await baseWith('The salary of the chief is 1.', owner);
    const { sourceId } = await newSource(owner, {
      knowledgeBaseId: id,
      type: 'MANUAL',
      name: 'Typed',
      settings: { title: 'Typed', text: 'Typed by hand.' },
    });
    await synced(owner, sourceId);
    await owner.call(knowledge.endpoints.update, { params: { id }, body: { share: 'PRIVATE' } });
    const { client } = await joinTenant(server, { tenantId, role });
    const question = { knowledgeBaseId: id, query: 'salary' };
    const document = { knowledgeBaseImportId: importId };
    const ofBase = { query: { knowledgeBaseId: id } };
    const replies = await Promise.all([
      client.send(knowledge.endpoints.get, { params: { id } }),
      client.send(retrieval.endpoints.retrievalTest, { body: question }),
      client.send(retrieval.endpoints.explain, { body: { ...question, chunkId } }),
      client.send(retrieval.endpoints.history, ofBase),
      client.send(retrieval.endpoints.listQuestions, ofBase),
      client.send(retrieval.endpoints.filterValues, ofBase),
      client.send(graph.endpoints.get, { params: { id } }),
      client.send(graph.endpoints.view, { params: { id } }),
      client.send(graph.endpoints.entities, { params: { id } }),
      client.send(graph.endpoints.search, { body: { ...question, mode: 'NAIVE_MODE' } }),
      client.send(documentImports.endpoints.listImports, { params: { id } }),
      client.send(documentImports.endpoints.listChunks, { params: { knowledgeBaseImportId: importId } }),
      client.send(documentImports.endpoints.readSource, { params: { knowledgeBaseImportId: importId } }),
      client.send(documents.endpoints.viewExtracted, { body: document }),
      client.send(documents.endpoints.listVersions, { params: { knowledgeBaseImportId: importId } }),
      client.send(documents.endpoints.compareVersions, {
        params: { knowledgeBaseImportId: importId },
        query: { from: 1, to: 1 },
      }),
      client.send(documents.endpoints.readSummary, { query: document }),
      client.send(sources.endpoints.list, { params: { id } }),
      client.send(sources.endpoints.get, { params: { sourceId } }),
      client.send(sources.endpoints.report, { params: { sourceId } }),
    ]);
    for (const { status, body } of replies) {
      expect([403, 404], JSON.stringify(body)).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(/salary of|Typed/);
    }
    for (const path of [
      `/api/import/source-events?knowledgeBaseId=${id}`,
      `/api/import/v2/import/${importId}/versions/1/file`,
    ])
      expect((await client.fetch(path)).status, path).toBe(404);
    const all = await client.call(documentImports.endpoints.getImports, { query: { kbImportIds: importId } });
    expect(all.imports).toEqual([]);
    expect(JSON.stringify(await client.call(retrieval.endpoints.history, {}))).not.toContain('salary');
  });

  it('12, 26: get the secret of a connection sent to no other site, and written nowhere', async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner);
    site.records = [{ id: 1, title: 'One', body: 'First.' }];
    const own = await connect(owner, site.origin);
    const settings = recordSettings(site);
    const good = await newSource(owner, { knowledgeBaseId, settings, connectionId: own });
    expect((await synced(owner, good.sourceId)).sync?.status).toBe('COMPLETED');
    expect(site.asked.at(-1)?.headers['x-secret']).toBe(secret);
    site.asked.length = 0;

    const elsewhere = await connect(owner, redirect.origin);
    const moved = { ...settings, url: `${redirect.origin}/records` };
    const led = await newSource(owner, { knowledgeBaseId, settings: moved, connectionId: elsewhere });
    await synced(owner, led.sourceId);
    expect(site.asked.length).toBeGreaterThan(0);
    expect(site.asked.some(({ headers }) => 'x-secret' in headers)).toBe(false);

    const wrong = { type: 'API' as const, settings, connectionId: elsewhere };
    const refused = await owner.send(sources.endpoints.test, { body: wrong });
    expect([refused.status, refused.body.code]).toEqual([400, 'sources.invalid_settings']);
    site.status = 500;
    await owner.send(sources.endpoints.test, { body: { ...wrong, connectionId: own } });
    site.status = 200;
    expect((await dumpDatabase(server)).filter(({ row }) => row.includes('tell-nobody'))).toEqual([]);
    expect(log.filter((line) => line.includes('tell-nobody'))).toEqual([]);
    const shown = await owner.call(connections.endpoints.list, {});
    expect(JSON.stringify(shown)).not.toContain('tell-nobody');
  });

  it('3, 4: run nothing in a template, which only looks up fields', async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner);
    site.records = [{ id: 1, title: 'One', body: 'First.' }];
    const escapes = [
      'constructor.constructor("return process")()',
      '__proto__.polluted',
      'constructor.name',
      'title.length',
      '["__proto__"]["toString"]',
    ];
    const template = `Start ${escapes.map((each) => `[{{${each}}}]`).join('')} {{body}}`;
    const { sourceId } = await newSource(owner, {
      knowledgeBaseId,
      settings: { ...recordSettings(site), template },
    });
    await synced(owner, sourceId);
    const { items } = await owner.call(documentImports.endpoints.listImports, {
      params: { id: knowledgeBaseId },
    });
    const document = { knowledgeBaseImportId: items[0]?.knowledgeBaseImportId ?? '' };
    const { text } = await owner.call(documents.endpoints.viewExtracted, { body: document });
    expect(text.trim()).toBe('Start [][][][][] First.');
  });

  it('4: pass no reserved name as a setting, a value or a detail', async () => {
    const { id, importId } = await baseWith('Apples.');
    const reserved = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const { init } = sources.endpoints;
    const source = `{"knowledgeBaseId":"${id}","type":"MANUAL","name":"x","settings":${reserved}}`;
    expect((await post(owner, init.path, source)).status).toBe(400);
    const connection = `{"service":"WEB","kind":"API","name":"x","values":${reserved}}`;
    expect((await post(owner, connections.endpoints.create.path, connection)).status).toBe(400);
    const { path, method } = documents.endpoints.changeMetadata;
    const details = `{"ids":["${importId}"],"metadata":{"__proto__":"x","constructor":"y"}}`;
    expect((await post(owner, path, details, method)).status).toBeLessThan(500);
    const polluted: { polluted?: boolean } = {};
    expect(polluted.polluted).toBeUndefined();
    expect(
      (await owner.call(documentImports.endpoints.getImports, { query: { kbImportIds: importId } })).imports,
    ).toHaveLength(1);
  });

  it('14: attach no connection to a source that reads without one', async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner);
    const own = await connect(owner, site.origin);
    for (const connectionId of [own, 'con_of_somebody_else']) {
      const made = await newSource(owner, {
        knowledgeBaseId,
        type: 'MANUAL',
        name: 'Typed',
        settings: { title: 'Typed', text: 'Typed by hand.' },
        connectionId,
      });
      expect(made.connectionId).toBeNull();
    }
    await owner.call(connections.endpoints.remove, { params: { id: own } });
  });

  it('10: make no file out of JSON that looks like one', async () => {
    const id = await newKnowledgeBase(owner);
    const file = {
      filename: '/etc/passwd',
      path: '/etc/passwd',
      mimeType: 'text/plain',
      storageKey: 'obj_x',
    };
    const body = JSON.stringify({ knowledgeBaseId: id, file, files: [file] });
    const { status } = await post(owner, documentImports.endpoints.importFile.path, body);
    expect([400, 415]).toContain(status);
    const { total } = await owner.call(documentImports.endpoints.listImports, { params: { id } });
    expect(total).toBe(0);
  });

  it('11: meet a limit on every list and number in a request', async () => {
    const { id, importId } = await baseWith('Cherries.');
    const many = <T>(make: (at: number) => T) => Array.from({ length: 1001 }, (_, at) => make(at));
    const metadata = Object.fromEntries(many((at) => [`key ${at}`, 'x']));
    const filter = many(() => ({ field: 'NAME' as const, operator: 'EQUALS' as const, value: 'x' }));
    const question = { knowledgeBaseId: id, query: 'cherries' };
    const { retrievalTest } = retrieval.endpoints;
    const source = {
      knowledgeBaseId: id,
      type: 'MANUAL' as const,
      name: 'x',
      settings: { title: 'a', text: 'b' },
    };
    const replies = await Promise.all([
      owner.send(documents.endpoints.changeMetadata, { body: { ids: [importId], metadata } }),
      owner.send(documents.endpoints.changeMetadata, { body: { ids: many(String), metadata: {} } }),
      owner.send(retrievalTest, { body: { ...question, filter } }),
      owner.send(retrievalTest, { body: { ...question, topK: -1 } }),
      owner.send(retrievalTest, { body: { ...question, topK: 1e308 } }),
      owner.send(retrievalTest, { body: { ...question, query: 'x'.repeat(100_000) } }),
      owner.send(sources.endpoints.init, { body: { ...source, maxItems: -1 } }),
      owner.send(sources.endpoints.init, { body: { ...source, maxItems: 1e15 } }),
      owner.send(sources.endpoints.init, { body: { ...source, schedule: { every: 'HOURS', hours: 1e9 } } }),
      owner.send(graph.endpoints.search, { body: { ...question, mode: 'MIX_MODE', topK: 1e9 } }),
      owner.send(knowledge.endpoints.create, {
        body: { name: 'Huge', chunking: { maxTokens: 1e9, overlapTokens: -5 } },
      }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 400));
  });
});
