import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import {
  countRows,
  importTexts,
  listObjects,
  newKnowledgeBase,
  settled,
} from '../../../../tests/knowledge.ts';
import { sourceDocuments } from '../documents/index.ts';

const { endpoints } = knowledge;

describe('knowledge bases', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    client = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  it('are made with the settings that were given and defaults for the rest', {
    tags: ['KB-26', 'KB-24', 'KB-07'],
  }, async () => {
    const made = await client.call(endpoints.create, {
      body: { name: '  Handbook ', description: 'All rules', retrieval: { topK: 3 } },
    });
    expect(made).toMatchObject({
      name: 'Handbook',
      description: 'All rules',
      sourceKinds: [],
      embeddingModelId: null,
      languageModelId: null,
      vectorStore: 'EMBEDDED',
      chunking: { strategy: 'AUTOMATIC', maxTokens: 400, overlapTokens: 60 },
      share: 'EVERYONE',
      retrieval: { mode: 'AUTO', topK: 3, scoreThreshold: 0 },
      counts: { documents: 0, ready: 0, processing: 0, failed: 0, chunks: 0 },
      apps: [],
      abilities: { canUpdate: true, canImport: true, canRemove: true },
    });
    expect(await client.call(endpoints.get, { params: { id: made.knowledgeBaseId } })).toEqual(made);
  });

  it('have names that differ, whatever their case', { tags: ['KB-09'] }, async () => {
    await client.call(endpoints.create, { body: { name: 'Contracts' } });
    const again = await client.send(endpoints.create, { body: { name: 'CONTRACTS' } });
    expect([again.status, again.body.code]).toEqual([409, 'knowledge.name_taken']);
    const other = await newKnowledgeBase(client);
    const renamed = await client.send(endpoints.update, {
      params: { id: other },
      body: { name: 'contracts' },
    });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'knowledge.name_taken']);
  });

  it('are changed in part, and nothing else of them changes', { tags: ['KB-27'] }, async () => {
    const id = await newKnowledgeBase(client, { description: 'kept' });
    const changed = await client.call(endpoints.update, {
      params: { id },
      body: { name: 'Renamed', retrieval: { mode: 'BM25', topK: 4, scoreThreshold: 0.2 } },
    });
    expect(changed).toMatchObject({
      name: 'Renamed',
      description: 'kept',
      retrieval: { mode: 'BM25', topK: 4, scoreThreshold: 0.2 },
    });
    const [written] = await server.sql<{ changed: string[] }>(
      `select details->'changed' as changed from audit_log where action = 'knowledge.updated' and subject_id = $1`,
      [id],
    );
    expect(written?.changed.sort()).toEqual(['name', 'retrieval']);
    const late = { params: { id }, body: { name: 'Late', revision: 1 } };
    expect((await client.send(endpoints.update, late)).body.code).toBe('knowledge.changed_meanwhile');
    const fields = { knowledgeBaseId: id, fields: [], revision: 1 };
    const lateFields = await client.send(endpoints.saveDataStructure, { body: fields });
    expect(lateFields.body.code).toBe('knowledge.changed_meanwhile');
  });

  it('cannot be set to compare meanings without an embedding model', async () => {
    const made = await client.send(endpoints.create, {
      body: { name: 'Vectors', retrieval: { mode: 'VECTOR' } },
    });
    expect([made.status, made.body.code]).toEqual([412, 'knowledge.embedding_unavailable']);
    const named = await client.send(endpoints.create, {
      body: { name: 'Model', embeddingModelId: 'no/such' },
    });
    expect([named.status, named.body.code]).toEqual([412, 'knowledge.embedding_unavailable']);
    const id = await newKnowledgeBase(client);
    const codeOf = async (body: object) =>
      (await client.send(endpoints.update, { params: { id }, body })).body.code;
    for (const mode of ['VECTOR', 'HYBRID'])
      expect(await codeOf({ retrieval: { mode } })).toBe('knowledge.embedding_unavailable');
    expect(await codeOf({ retrieval: { mode: 'BM25' } })).toBeUndefined();
  });

  it('need the models that they are set to use', async () => {
    const { client: fresh } = await server.signUp();
    const id = await newKnowledgeBase(fresh);
    const codesOf = async (settings: object) => [
      (await fresh.send(endpoints.create, { body: { name: crypto.randomUUID(), ...settings } })).body.code,
      (await fresh.send(endpoints.update, { params: { id }, body: settings })).body.code,
    ];
    const both = (code: string | undefined) => [code, code];
    for (const imageHandling of ['PAGE', 'IMAGES'])
      expect(await codesOf({ imageHandling })).toEqual(both('knowledge.vision_unavailable'));
    expect(await codesOf({ imageHandling: 'OCR' })).toEqual(both(undefined));
    expect(await codesOf({ languageModelId: 'prv_none/x' })).toEqual(
      both('knowledge.language_model_not_found'),
    );
    const { providerId } = await offerModels(fresh, 'https://models.example.com/v1', {
      chatModels: ['writer'],
      visionModels: ['seer'],
    });
    expect(await codesOf({ imageHandling: 'PAGE' })).toEqual(both(undefined));
    expect(await codesOf({ languageModelId: `${providerId}/writer` })).toEqual(both(undefined));
    expect(await codesOf({ languageModelId: null })).toEqual(both(undefined));
  });

  it('are listed in pages, searched and sorted', { tags: ['KB-25'] }, async () => {
    const { client: fresh } = await server.signUp();
    for (const name of ['Delta', 'alpha', 'Charlie 100%', 'bravo'])
      await fresh.call(endpoints.create, { body: { name } });
    const first = await fresh.call(endpoints.list, { query: { sort: 'name', order: 'asc', limit: 3 } });
    expect(first.items.map(({ name }) => name)).toEqual(['alpha', 'bravo', 'Charlie 100%']);
    expect(first.total).toBe(4);
    const rest = await fresh.call(endpoints.list, {
      query: { sort: 'name', order: 'asc', limit: 3, cursor: first.nextCursor ?? '' },
    });
    expect(rest.items.map(({ name }) => name)).toEqual(['Delta']);
    expect(rest.nextCursor).toBeNull();
    const found = await fresh.call(endpoints.list, { query: { search: '0%' } });
    expect(found.items.map(({ name }) => name)).toEqual(['Charlie 100%']);
    const newest = await fresh.call(endpoints.list, { query: { sort: 'createdAt', order: 'desc' } });
    expect(newest.items[0]?.name).toBe('bravo');
  });

  it('count their documents and chunks by how they stand', async () => {
    const id = await newKnowledgeBase(client);
    const imports = await importTexts(client, id, {
      'good.md': '# Title\n\nA sentence.',
      'bad.pdf': '%PDF-1.4 broken',
    });
    await settled(
      client,
      imports.map((row) => row.knowledgeBaseImportId),
    );
    const { counts } = await client.call(endpoints.get, { params: { id } });
    expect(counts).toEqual({ documents: 2, ready: 1, processing: 0, failed: 1, chunks: 1 });
  });

  it('are deleted with rows, chunks, index, runs and files, and leave nothing', {
    tags: ['KB-29'],
  }, async () => {
    const { client: fresh, user } = await server.signUp();
    const objectsBefore = await listObjects(server);
    const id = await newKnowledgeBase(fresh);
    const imports = await importTexts(fresh, id, {
      'a.md': 'Alpha text.',
      'b.md': 'Beta text.',
      'c.pdf': '%PDF-1.4 broken',
    });
    await settled(
      fresh,
      imports.map((row) => row.knowledgeBaseImportId),
    );
    expect(Object.keys(await countRows(server, user.tenantId))).toContain('index_segments');
    expect(await listObjects(server)).toHaveLength(objectsBefore.length + 3);
    expect(await fresh.call(baseRemoval.endpoints.remove, { params: { id } })).toEqual({ done: true });
    expect(await countRows(server, user.tenantId)).toEqual({});
    await eventually(async () => (await listObjects(server)).length === objectsBefore.length);
    expect((await fresh.send(endpoints.get, { params: { id } })).status).toBe(404);
  });

  it('stay while an app uses them, unless one insists', { tags: ['KB-12', 'KB-13'] }, async () => {
    const id = await newKnowledgeBase(client);
    const { appId } = await client.call(apps.endpoints.create, {
      body: { name: `App ${id}`, knowledgeBaseIds: [id] },
    });
    expect((await client.call(endpoints.get, { params: { id } })).apps).toEqual([
      { appId, name: `App ${id}` },
    ]);
    const turn = (status: 'ON' | 'OFF', of = id) =>
      client.send(endpoints.update, { params: { id: of }, body: { status } });
    const kept = await turn('OFF');
    expect([kept.status, kept.body.code, kept.body.details]).toEqual([
      409,
      'knowledge.used_by_apps',
      { apps: [{ appId, name: `App ${id}` }] },
    ]);
    expect((await turn('ON')).status).toBe(200);
    const unused = await turn('OFF', await newKnowledgeBase(client));
    expect(unused.body.responseData?.status).toBe('OFF');
    const refused = await client.send(baseRemoval.endpoints.remove, { params: { id } });
    expect([refused.status, refused.body.code]).toEqual([409, 'knowledge.in_use']);
    expect(refused.body.details).toEqual({ apps: [{ appId, name: `App ${id}` }] });
    await client.call(baseRemoval.endpoints.remove, { params: { id }, query: { force: 'true' } });
    expect((await client.call(apps.endpoints.get, { params: { id: appId } })).knowledgeBases).toEqual([]);
  });

  it('keep the details that their documents carry, and are changed and deleted by the id in the body', {
    tags: ['KB-27', 'KB-28', 'KB-30'],
  }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    const fields = [{ name: 'Owner', description: 'Who answers for it' }];
    const saved = await client.call(endpoints.saveDataStructure, {
      body: { knowledgeBaseId, fields },
    });
    expect(saved.dataStructure).toEqual(fields);
    const twice = { knowledgeBaseId, fields: [{ name: 'Owner' }, { name: 'owner' }] };
    expect((await client.send(endpoints.saveDataStructure, { body: twice })).status).toBe(400);
    const body = { knowledgeBaseId, description: 'For everybody' };
    expect(await client.call(endpoints.updateBase, { body })).toMatchObject({
      description: 'For everybody',
      dataStructure: fields,
    });
    await client.call(baseRemoval.endpoints.removeBase, { body: { knowledgeBaseId } });
    const gone = await client.send(endpoints.get, { params: { id: knowledgeBaseId } });
    expect(gone.status).toBe(404);
  });

  it('lock several documents in one order, so that a sync and a deletion never wait for each other', async () => {
    const { client: owner, user } = await server.signUp();
    const id = await newKnowledgeBase(owner);
    const rows = await importTexts(owner, id, { 'a.txt': 'First.', 'b.txt': 'Second.' });
    const ids = rows.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId).sort();
    await settled(owner, ids);
    const [first = '', second = ''] = ids;
    // From now on the database returns the second row before the first.
    await server.sql('update knowledge_imports set note = note where id = $1', [first]);
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sync = server.contextOf(user.tenantId).tx(async (tx) => {
      await sourceDocuments.confirm(tx, first);
      held.resolve();
      await released.promise;
      return sourceDocuments.confirm(tx, second);
    });
    await held.promise;
    const removal = owner.send(documentImports.endpoints.removeImports, { body: { ids: [second, first] } });
    await eventually(async () => (await server.sql('select 1 from pg_locks where not granted')).length > 0);
    released.resolve();
    expect(await sync).toBe('same');
    expect((await removal).status).toBe(200);
    const { total } = await owner.call(documentImports.endpoints.listImports, { params: { id } });
    expect(total).toBe(0);
  });
});
