import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { vectorStores } from '@atelier/contracts/content/indexing/vector-stores';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { startFakeQdrant } from '@atelier/vector-stores/tests/fakes/qdrant';
import { startPgvector } from '@atelier/vector-stores/tests/real-pgvector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { findKnowledgeBaseRow } from '../../bases/index.ts';
import { rebuildStore } from './rebuild-store.ts';
import { searchStore } from './use-store.ts';

const secret = 'k-very-secret-1';
const { endpoints } = documentImports;
const files = {
  'leave.md': 'Employees get 25 days of paid leave per year.',
  'travel.md': 'Trains are booked in second class.',
  'food.md': 'Lunch is served at noon in the canteen.',
};

describe('an external vector store', () => {
  let server: TestServer;
  let openai: FakeOpenAI;
  let qdrant: Awaited<ReturnType<typeof startFakeQdrant>>;
  let postgres: Awaited<ReturnType<typeof startPgvector>>;
  let client: Client;
  let tenantId: string;
  let qdrantId: string;

  beforeAll(async () => {
    [openai, qdrant, postgres] = await Promise.all([
      startFakeOpenAI(),
      startFakeQdrant(secret),
      startPgvector(),
    ]);
    const allowed = [new URL(openai.baseUrl).host, new URL(qdrant.url).host, `127.0.0.1:${postgres.port}`];
    server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed.join(',') } });
    const signedUp = await server.signUp();
    client = signedUp.client;
    tenantId = signedUp.user.tenantId;
    await offerModels(client, openai.baseUrl, { chatModels: [], embeddingModels: ['fake-embedding'] });
    qdrantId = await connect('Qdrant', 'QDRANT', { url: qdrant.url, apiKey: secret });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([openai.close(), qdrant.close(), postgres.close()]);
  });

  const connect = async (name: string, kind: string, values: Record<string, string | number>) => {
    const body = { name, service: 'VECTOR_STORE' as const, kind, values };
    return (await client.call(connections.endpoints.create, { body })).connectionId;
  };
  const onQdrant = () => newKnowledgeBase(client, { vectorStore: 'QDRANT', connectionId: qdrantId });
  const add = async (id: string, more: Record<string, string> = files) => {
    const rows = await importTexts(client, id, more);
    return settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
  };
  const read = (id: string) => client.call(knowledge.endpoints.get, { params: { id } });
  const stateOf = (id: string) => client.call(vectorStores.endpoints.state, { params: { id } });
  const pointsIn = async (id: string) => qdrant.points.count((await stateOf(id)).collection ?? '');
  const ask = (id: string, query: string, mode = 'VECTOR') =>
    client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query, mode: mode as 'VECTOR' },
    });
  const embeddings = () => openai.requests.filter(({ path }) => path.endsWith('/embeddings')).length;

  it('is chosen with the knowledge base, and shown with it', {
    tags: ['KB-05', 'KB-07', 'CONN-02'],
  }, async () => {
    const made = await client.call(knowledge.endpoints.create, {
      body: { name: 'On Qdrant', vectorStore: 'QDRANT', connectionId: qdrantId },
    });
    expect(made).toMatchObject({ vectorStore: 'QDRANT', connectionId: qdrantId });
    expect(await stateOf(made.knowledgeBaseId)).toMatchObject({
      vectorStore: 'QDRANT',
      connection: { connectionId: qdrantId, name: 'Qdrant' },
      collection: expect.stringMatching(/^atelier_ixv_/),
      rebuild: null,
    });
    const embedded = await newKnowledgeBase(client);
    expect(await read(embedded)).toMatchObject({ vectorStore: 'EMBEDDED', connectionId: null });
    const nothing = await client.send(vectorStores.endpoints.rebuild, { params: { id: embedded } });
    expect([nothing.status, nothing.body.code]).toEqual([409, 'vector_stores.embedded']);
  });

  it('needs a connection of its kind, in this company, and an embedding model', {
    tags: ['KB-05', 'KB-23'],
  }, async () => {
    const attempt = async (who: Client, body: object) =>
      (await who.send(knowledge.endpoints.create, { body: { name: `Base ${crypto.randomUUID()}`, ...body } }))
        .body.code;
    const unfit = 'vector_stores.connection_unfit';
    expect(await attempt(client, { vectorStore: 'QDRANT' })).toBe(unfit);
    expect(await attempt(client, { vectorStore: 'CHROMA', connectionId: qdrantId })).toBe(unfit);
    const { client: stranger } = await server.signUp();
    const body = { vectorStore: 'QDRANT', connectionId: qdrantId };
    expect(await attempt(stranger, body)).toBe('vector_stores.embedding_missing');
    await offerModels(stranger, openai.baseUrl, { chatModels: [], embeddingModels: ['fake-embedding'] });
    expect(await attempt(stranger, body)).toBe(unfit);
  });

  it('holds what was imported, answers searches, and loses what is deleted', {
    tags: ['KB-05', 'CONN-02'],
  }, async () => {
    const id = await onQdrant();
    const rows = await add(id);
    expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await pointsIn(id)).toBe(3);
    const found = await ask(id, 'Employees get 25 days of paid leave per year.');
    expect(found).toMatchObject({ mode: 'VECTOR', note: null });
    expect(found.results[0]?.document.name).toBe('leave.md');
    const leave = rows.find(({ name }) => name === 'leave.md')?.knowledgeBaseImportId ?? '';
    await client.call(endpoints.removeImports, { body: { ids: [leave] } });
    const after = await ask(id, 'Employees get 25 days of paid leave per year.');
    expect(after.results.map(({ document }) => document.name)).not.toContain('leave.md');
    await eventually(async () => (await pointsIn(id)) === 2);
    const { collection } = await stateOf(id);
    await client.call(baseRemoval.endpoints.remove, { params: { id } });
    await eventually(async () => !qdrant.points.collections.has(collection ?? ''));
  });

  it('follows a chunk that is edited by hand', { tags: ['KB-05'] }, async () => {
    const id = await onQdrant();
    const [row] = await add(id, { 'leave.md': files['leave.md'] });
    const importId = row?.knowledgeBaseImportId ?? '';
    const { items } = await client.call(endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
    });
    const text = 'Sabbaticals last a whole year.';
    await client.call(documents.endpoints.editChunk, {
      body: { chunkId: items[0]?.chunkId ?? '', text },
    });
    const score = await eventually(async () => {
      const { results } = await ask(id, text);
      return results[0]?.text === text && (results[0].stages.vector ?? 0) > 0.9;
    });
    expect(score).toBe(true);
  });

  it('loses the chunks of a text that was replaced, and those that were taken out', {
    tags: ['KB-05'],
  }, async () => {
    const id = await onQdrant();
    const [row] = await add(id, { 'leave.md': files['leave.md'] });
    const importId = row?.knowledgeBaseImportId ?? '';
    const stored = () => {
      const points = [...(qdrant.points.get(collection ?? '')?.points.values() ?? [])];
      return points.map(({ payload }) => payload['id']);
    };
    const { collection } = await stateOf(id);
    const before = stored();
    const text = 'Employees get 31 days of paid leave per year.';
    await client.call(documents.endpoints.editContent, {
      body: { knowledgeBaseImportId: importId, version: 1, text },
    });
    await settled(client, [importId]);
    const { items } = await client.call(endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
    });
    const chunkId = items[0]?.chunkId ?? '';
    expect(before).not.toContain(chunkId);
    await eventually(async () => stored().join() === chunkId);
    expect((await ask(id, text)).results[0]?.text).toBe(text);
    await client.call(documents.endpoints.removeChunk, { body: { chunkId } });
    await eventually(async () => stored().length === 0);
  });

  it('finds nothing that is not published, and nothing left over', { tags: ['KB-05'] }, async () => {
    const id = await onQdrant();
    await add(id);
    const ctx = server.contextOf(tenantId);
    const base = await ctx.tx((tx) => findKnowledgeBaseRow(tx, id));
    const stored = qdrant.points.get((await stateOf(id)).collection ?? '');
    const [first] = stored?.points.values() ?? [];
    if (!base || !stored || !first) throw new Error('Nothing was stored.');
    const vector = Float32Array.from(first.vector);
    for (let at = 0; at < 20; at += 1)
      stored.points.set(`stale-${at}`, {
        vector: first.vector,
        payload: { id: `chk_stale_${at}`, documentId: 'x' },
      });
    const hits = await searchStore(ctx, base.index, { vector, topK: 3 });
    expect(hits).toHaveLength(3);
    expect(hits[0]).toEqual({ id: first.payload['id'], score: expect.closeTo(1, 3) });
    await server.sql('update index_segments set live = false where index_version_id = $1', [base.index.id]);
    expect(await searchStore(ctx, base.index, { vector, topK: 3 })).toEqual([]);
  });

  it('fails an import with its cause, and is tried again without paying for the embeddings again', {
    tags: ['KB-05'],
  }, async () => {
    const id = await onQdrant();
    qdrant.failWith({ status: 403, json: { status: { error: `no rights for ${secret}` } } });
    const [failed] = await add(id, { 'leave.md': files['leave.md'] });
    expect(failed).toMatchObject({ status: 'ERRORED', error: { code: 'vector_stores.refused' } });
    expect(failed?.error?.message).toMatch(/^Qdrant: /);
    expect(failed?.error?.message).not.toContain(secret);
    const hidden = await ask(id, 'paid leave', 'BM25');
    expect(hidden.results).toEqual([]);
    qdrant.failWith(undefined);
    const paid = embeddings();
    const importId = failed?.knowledgeBaseImportId ?? '';
    await client.call(endpoints.retryImport, { params: { knowledgeBaseImportId: importId } });
    const [done] = await settled(client, [importId]);
    expect(done?.status).toBe('COMPLETED');
    expect(embeddings()).toBe(paid);
    expect(await pointsIn(id)).toBe(1);
  });

  it('that does not answer leaves the search to our own means, with a note', {
    tags: ['KB-05'],
  }, async () => {
    const id = await onQdrant();
    await add(id);
    qdrant.failWith({ status: 503, json: { status: { error: 'starting' } } });
    const found = await ask(id, 'paid leave', 'HYBRID');
    qdrant.failWith(undefined);
    expect(found.note).toContain('did not answer');
    expect(found.results[0]?.document.name).toBe('leave.md');
  });

  it('is rebuilt from the database when it has lost everything', { tags: ['KB-05'] }, async () => {
    const id = await onQdrant();
    await add(id);
    const { collection } = await stateOf(id);
    qdrant.points.collections.delete(collection ?? '');
    const lost = await ask(id, 'paid leave', 'HYBRID');
    expect(lost.note).toContain('did not answer');
    const paid = embeddings();
    const ordered = await client.call(vectorStores.endpoints.rebuild, { params: { id } });
    expect(ordered.rebuild).toMatchObject({ error: null });
    const rebuilt = await eventually(async () => {
      const { rebuild } = await stateOf(id);
      return rebuild?.status === 'COMPLETED' && rebuild;
    });
    expect(rebuilt).toMatchObject({ progress: 1, note: '3 vectors were written.' });
    expect(embeddings()).toBe(paid);
    expect(await pointsIn(id)).toBe(3);
  });

  it('is rebuilt beside the collection that is searched, which loses nothing meanwhile, and leftovers are removed', {
    tags: ['KB-05'],
  }, async () => {
    const id = await onQdrant();
    await add(id);
    const { collection } = await stateOf(id);
    const old = qdrant.points.get(collection ?? '');
    const [first] = old?.points.values() ?? [];
    old?.points.set('stale', { vector: first?.vector ?? [], payload: { id: 'chk_stale', documentId: 'x' } });
    await client.call(vectorStores.endpoints.rebuild, { params: { id } });
    const added = importTexts(client, id, { 'late.md': 'Late files come while it is written anew.' });
    const found = new Set<number>();
    await eventually(async () => {
      const { results, note } = await ask(id, files['leave.md']);
      if (note === null) found.add(results.filter(({ document }) => document.name in files).length);
      return (await stateOf(id)).rebuild?.status === 'COMPLETED';
    });
    expect([...found]).toEqual([3]);
    await settled(
      client,
      (await added).map((row) => row.knowledgeBaseImportId),
    );
    expect((await stateOf(id)).collection).not.toBe(collection);
    await eventually(async () => !qdrant.points.collections.has(collection ?? ''));
    await eventually(async () => (await pointsIn(id)) === 4);
    expect((await ask(id, files['leave.md'])).results).toHaveLength(4);
    const { collection: next } = await stateOf(id);
    await client.call(baseRemoval.endpoints.remove, { params: { id } });
    await eventually(async () => !qdrant.points.collections.has(next ?? ''));
  });

  it('is rebuilt by one run at a time', { tags: ['KB-05'] }, async () => {
    const id = await onQdrant();
    const twice = server.contextOf(tenantId).tx(async (tx) => {
      await rebuildStore(tx, id);
      await rebuildStore(tx, id);
    });
    await expect(twice).rejects.toMatchObject({ code: 'vector_stores.rebuild_running' });
    expect((await stateOf(id)).rebuild).toBeNull();
  });

  it('keeps its connection from being deleted, which says what uses it', {
    tags: ['CONN-08', 'KB-05'],
  }, async () => {
    const connectionId = await connect('In use', 'QDRANT', { url: qdrant.url, apiKey: secret });
    const id = await newKnowledgeBase(client, { name: 'Keeper', vectorStore: 'QDRANT', connectionId });
    const uses = [{ kind: 'KNOWLEDGE_BASE', id, name: 'Keeper', blocks: true }];
    const shown = await client.call(connections.endpoints.get, { params: { id: connectionId } });
    expect(shown).toMatchObject({ uses, abilities: { canRemove: false } });
    const refused = await client.send(connections.endpoints.remove, { params: { id: connectionId } });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'connections.in_use',
      { uses },
    ]);
    qdrant.failWith({ status: 500, json: {} });
    await client.call(baseRemoval.endpoints.remove, { params: { id } });
    const waiting = await eventually(async () => {
      const { uses } = await client.call(connections.endpoints.get, { params: { id: connectionId } });
      return uses[0]?.name.includes('problem of its own') && uses;
    });
    expect(waiting).toMatchObject([{ kind: 'CLEAN_UP', blocks: false }]);
    qdrant.failWith(undefined);
    const params = { id: connectionId };
    expect(await client.call(vectorStores.endpoints.cleanUp, { params })).toEqual({ ordered: 1 });
    await eventually(
      async () => (await client.call(connections.endpoints.get, { params })).uses.length === 0,
    );
    await client.call(connections.endpoints.remove, { params });
  });

  it('may be a real PostgreSQL with pgvector', { tags: ['KB-05', 'CONN-02'] }, async () => {
    const connectionId = await connect('Postgres', 'PGVECTOR', {
      host: '127.0.0.1',
      port: postgres.port,
      database: 'postgres',
      username: 'postgres',
      tls: 'OFF',
    });
    const id = await newKnowledgeBase(client, { vectorStore: 'PGVECTOR', connectionId });
    const rows = await add(id);
    expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    const found = await ask(id, 'Trains are booked in second class.');
    expect(found).toMatchObject({ mode: 'VECTOR', note: null });
    expect(found.results[0]?.document.name).toBe('travel.md');
  });
});
