import { connections } from '@atelier/contracts/content/connections/connections';
import { sources } from '@atelier/contracts/content/sources/sources';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type FakeServer, startFakeServer } from '@atelier/vector-stores/tests/fakes/fake-server';
import { startFakeQdrant } from '@atelier/vector-stores/tests/fakes/qdrant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { newSource } from '../../../../tests/fakes/record-server.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { inTurn } from './service/limits.ts';
import { openConnection } from './service/reads.ts';

const { endpoints } = connections;
const secret = 'k-very-secret-1';

describe('connections', () => {
  let server: TestServer;
  let qdrant: Awaited<ReturnType<typeof startFakeQdrant>>;
  let astray: FakeServer;
  let owner: Client;
  let tenantId: string;

  beforeAll(async () => {
    qdrant = await startFakeQdrant(secret);
    astray = await startFakeServer(() => ({ status: 307, headers: { location: 'http://127.0.0.1:9/x' } }));
    const allowed = [qdrant.url, astray.url].map((url) => new URL(url).host).join(',');
    server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(async () => {
    await server.close();
    await qdrant.close();
    await astray.close();
  });

  const store = (name: string, values: FieldValues = {}) => ({
    name,
    service: 'VECTOR_STORE' as const,
    kind: 'QDRANT',
    values: { url: qdrant.url, apiKey: secret, ...values },
  });
  const make = async (name: string, values: FieldValues = {}) =>
    (await owner.call(endpoints.create, { body: store(name, values) })).connectionId;

  it('are described by what each kind of vector store requires', {
    tags: ['CONN-04', 'CONN-10', 'KB-23'],
  }, async () => {
    const { configurations } = await owner.call(endpoints.kinds, { query: { service: 'VECTOR_STORE' } });
    expect(configurations.map(({ kind }) => kind)).toEqual([
      'PGVECTOR',
      'QDRANT',
      'ELASTICSEARCH',
      'CHROMA',
      'PINECONE',
      'WEAVIATE',
      'MILVUS',
    ]);
    const pgvector = configurations.find(({ kind }) => kind === 'PGVECTOR');
    expect(pgvector?.fields.find(({ name }) => name === 'port')).toMatchObject({
      type: 'NUMBER',
      default: 5432,
    });
    for (const { fields, help, service } of configurations) {
      expect(service).toBe('VECTOR_STORE');
      expect(help.length).toBeGreaterThan(0);
      expect(fields.some(({ type }) => type === 'SECRET_TEXT')).toBe(true);
      expect(fields.some(({ required }) => required)).toBe(true);
    }
    const all = await owner.call(endpoints.kinds, {});
    expect(new Set(all.configurations.map(({ service, kind }) => `${service} ${kind}`)).size).toBe(
      all.configurations.length,
    );
  });

  it('have name, icon and service, and show of a secret only that it is set', {
    tags: ['CONN-01', 'CONN-05'],
  }, async () => {
    const made = await owner.call(endpoints.create, { body: store('  Shelf ') });
    expect(made).toMatchObject({
      name: 'Shelf',
      icon: 'qdrant',
      service: 'VECTOR_STORE',
      kind: 'QDRANT',
      title: 'Qdrant',
      values: { url: qdrant.url, apiKey: '' },
      secretsSet: ['apiKey'],
      lastTest: null,
      uses: [],
      abilities: { canUpdate: true, canRemove: true },
    });
    const read = await owner.call(endpoints.get, { params: { id: made.connectionId } });
    expect(read).toEqual(made);
    const ctx = server.contextOf(tenantId);
    expect((await openConnection(ctx, made.connectionId)).values).toMatchObject({ apiKey: secret });
  });

  it('are listed in pages, searched, sorted and filtered', { tags: ['CONN-03'] }, async () => {
    const { client } = await server.signUp();
    for (const name of ['Delta', 'alpha', 'Charlie 100%'])
      await client.call(endpoints.create, { body: store(name) });
    const chroma = {
      name: 'bravo',
      service: 'VECTOR_STORE' as const,
      kind: 'CHROMA',
      values: { url: qdrant.url },
    };
    await client.call(endpoints.create, { body: chroma });
    const first = await client.call(endpoints.list, { query: { limit: 3 } });
    expect(first.items.map(({ name }) => name)).toEqual(['alpha', 'bravo', 'Charlie 100%']);
    expect(first.total).toBe(4);
    const rest = await client.call(endpoints.list, { query: { limit: 3, cursor: first.nextCursor ?? '' } });
    expect([rest.items.map(({ name }) => name), rest.nextCursor]).toEqual([['Delta'], null]);
    const found = await client.call(endpoints.list, { query: { search: '100%' } });
    expect(found.items.map(({ name }) => name)).toEqual(['Charlie 100%']);
    const ofKind = await client.call(endpoints.list, { query: { kind: 'CHROMA', service: 'VECTOR_STORE' } });
    expect(ofKind.items.map(({ name }) => name)).toEqual(['bravo']);
    expect((await client.call(endpoints.list, { query: { service: 'DATABASE' } })).items).toEqual([]);
  });

  it('refuse a second name, an unknown kind, and values that do not fit', {
    tags: ['CONN-05', 'CONN-10'],
  }, async () => {
    await make('Taken');
    const again = await owner.send(endpoints.create, { body: store('TAKEN') });
    expect([again.status, again.body.code]).toEqual([409, 'connections.name_taken']);
    const unknown = await owner.send(endpoints.create, { body: { ...store('New'), kind: 'SHELF' } });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'connections.kind_unknown']);
    const wrongService = await owner.send(endpoints.create, { body: { ...store('New'), service: 'WEB' } });
    expect(wrongService.body.code).toBe('connections.kind_unknown');
    for (const values of [{ url: '' }, { url: qdrant.url, shelf: 1 }, { url: 'https://me:pass@q.example' }]) {
      const refused = await owner.send(endpoints.create, { body: { ...store('New'), values } });
      expect([refused.status, refused.body.code]).toEqual([400, 'connections.values_invalid']);
      expect(JSON.stringify(refused.body.details)).toContain('values.');
    }
  });

  it('refuse what is no host before anything is tried', async () => {
    const hosts = [
      '/var/run/postgresql',
      '../run',
      'https://db.example.com',
      'db.example.com:5432',
      'a b',
      '-',
    ];
    for (const host of hosts) {
      const values = { host, database: 'd', username: 'u', password: 'p' };
      const body = { service: 'VECTOR_STORE' as const, kind: 'PGVECTOR', values };
      const tried = await owner.send(endpoints.test, { body });
      expect([host, tried.status, tried.body.code]).toEqual([host, 400, 'connections.values_invalid']);
      expect(tried.body.details).toMatchObject({
        issues: [{ path: 'values.host', message: expect.stringContaining('such as db.example.com') }],
      });
    }
  });

  it('keep a secret that is left empty, but not for a new address', { tags: ['CONN-10'] }, async () => {
    const id = await make('Steady');
    const renamed = await owner.call(endpoints.update, { params: { id }, body: { name: 'Steadier' } });
    expect(renamed).toMatchObject({ name: 'Steadier', secretsSet: ['apiKey'] });
    const same = { url: qdrant.url, apiKey: '' };
    await owner.call(endpoints.update, { params: { id }, body: { values: same } });
    const opened = await openConnection(server.contextOf(tenantId), id);
    expect(opened.values['apiKey']).toBe(secret);
    const moved = { url: astray.url, apiKey: '' };
    const refused = await owner.send(endpoints.update, { params: { id }, body: { values: moved } });
    expect([refused.status, refused.body.code]).toEqual([400, 'connections.secrets_again']);
    const tried = await owner.send(endpoints.test, {
      body: { ...store('x'), values: moved, connectionId: id },
    });
    expect(tried.body.code).toBe('connections.secrets_again');
    const both = { url: astray.url, apiKey: 'another' };
    const changed = await owner.call(endpoints.update, { params: { id }, body: { values: both } });
    expect(changed).toMatchObject({ values: { url: astray.url }, secretsSet: ['apiKey'], lastTest: null });
  });

  it('are tried before they are saved, and say in a sentence what was found', {
    tags: ['CONN-02', 'CONN-10'],
  }, async () => {
    const { name: _name, ...trial } = store('x');
    expect(await owner.call(endpoints.test, { body: trial })).toMatchObject({
      ok: true,
      code: null,
      message: expect.stringContaining('Qdrant answers'),
    });
    const wrong = { ...trial, values: { url: qdrant.url, apiKey: 'not-the-key' } };
    expect(await owner.call(endpoints.test, { body: wrong })).toMatchObject({
      ok: false,
      code: 'vector_stores.refused',
    });
    const id = await make('Tried again');
    const withStored = { ...trial, values: { url: qdrant.url, apiKey: '' }, connectionId: id };
    expect((await owner.call(endpoints.test, { body: withStored })).ok).toBe(true);
    const otherKind = await owner.send(endpoints.test, {
      body: { ...withStored, kind: 'CHROMA', values: { url: qdrant.url } },
    });
    expect(otherKind.body.code).toBe('connections.kind_unknown');
  });

  it('keep how their last test ended until they are changed', { tags: ['CONN-02'] }, async () => {
    const id = await make('Watched');
    const tested = await owner.call(endpoints.testSaved, { params: { id } });
    expect(tested.lastTest).toMatchObject({ ok: true, code: null });
    qdrant.failWith({ status: 500, json: { status: { error: `disk full, key ${secret}` } } });
    const failed = await owner.call(endpoints.testSaved, { params: { id } });
    qdrant.failWith(undefined);
    expect(failed.lastTest).toMatchObject({
      ok: false,
      code: 'vector_stores.unreachable',
      message: expect.stringContaining('disk full, key •••'),
    });
    const values = { url: qdrant.url, apiKey: 'a-new-one' };
    const changed = await owner.call(endpoints.update, { params: { id }, body: { values } });
    expect(changed.lastTest).toBeNull();
  });

  it('reach no address inside the network, neither directly nor by a redirect', {
    tags: ['CONN-10'],
  }, async () => {
    const attempt = (values: FieldValues, kind = 'QDRANT') =>
      owner.call(endpoints.test, { body: { service: 'VECTOR_STORE', kind, values } });
    const blocked = { ok: false, code: 'vector_stores.blocked' };
    expect(await attempt({ url: 'http://127.0.0.1:9' })).toMatchObject(blocked);
    expect(await attempt({ url: 'http://[::ffff:169.254.169.254]' })).toMatchObject(blocked);
    expect(await attempt({ url: astray.url })).toMatchObject(blocked);
    const database = { host: '127.0.0.1', database: 'postgres', username: 'postgres' };
    expect(await attempt(database, 'PGVECTOR')).toMatchObject(blocked);
  });

  it('are deleted with their secrets', { tags: ['CONN-08'] }, async () => {
    const id = await make('Short-lived');
    await owner.call(endpoints.removeAppConnection, { params: { id } });
    const gone = await owner.send(endpoints.get, { params: { id } });
    expect([gone.status, gone.body.code]).toEqual([404, 'connections.not_found']);
    const [left] = await server.sql<{ n: number }>(
      'select count(*)::int as n from connections where id = $1',
      [id],
    );
    expect(left?.n).toBe(0);
  });

  it('keep limits where a kind has them, and wait for their turn', async () => {
    const kind = { service: 'DATABASE' as const, kind: 'POSTGRESQL' };
    const values = {
      host: 'db.example.com',
      port: 5432,
      user: 'u',
      password: 'p',
      database: 'd',
      tls: 'OFF',
    };
    const one = { limit: 1, key: '' };
    const create = (limits: object | null, name: string = crypto.randomUUID()) =>
      owner.send(endpoints.create, { body: { ...kind, name, values, limits: limits as null } });
    const unreadable = { concurrency: { limit: 1, key: '{{other.to}}' }, throttle: null };
    const refused = await create(unreadable);
    expect([refused.status, refused.body.code]).toEqual([400, 'connections.key_unreadable']);
    expect((await create({ concurrency: null, throttle: null })).body.responseData?.limits).toBeNull();
    const keyed = { concurrency: { limit: 1, key: '{{input.to}}' }, throttle: null };
    const made = (await create(keyed)).body.responseData;
    expect(made?.limits).toEqual(keyed);
    const shelf = await owner.send(endpoints.create, {
      body: { ...store('Unlimited'), limits: { concurrency: one, throttle: null } },
    });
    expect(shelf.body.responseData?.limits).toBeNull();

    const ctx = server.contextOf(tenantId);
    const connectionId = made?.connectionId ?? '';
    const { signal } = new AbortController();
    const use = (to: string, work: () => Promise<unknown>) =>
      inTurn(ctx, { connectionId, input: { to }, signal, patienceMs: 0 }, work);
    const outcomes = await use('a', async () => [
      await use('a', () => Promise.resolve('done')).catch((error: { code: string }) => error.code),
      await use('b', () => Promise.resolve('done')),
      await inTurn(ctx, { connectionId: null, input: {}, signal, patienceMs: 0 }, () =>
        Promise.resolve('free'),
      ),
    ]);
    expect(outcomes).toEqual(['connections.busy', 'done', 'free']);
    const params = { id: connectionId };
    const renamed = await owner.call(endpoints.update, { params, body: { name: 'Keyed' } });
    expect(renamed.limits).toEqual(keyed);
    const late = await owner.send(endpoints.update, { params, body: { name: 'Late', revision: 1 } });
    expect(late.body.code).toBe('connections.changed_meanwhile');
    const free = await owner.call(endpoints.update, { params, body: { limits: null } });
    expect(free.limits).toBeNull();
    const changes = await server.sql(
      `select details from audit_log where action = 'connections.updated' and subject_id = $1 order by created_at`,
      [connectionId],
    );
    expect(changes).toEqual([
      { details: { changed: ['name'] } },
      { details: { changed: ['limits'], limits: null } },
    ]);
  });

  it('stay while a source reads through them', async () => {
    const { connectionId: id } = await owner.call(endpoints.create, {
      body: {
        name: 'Used',
        service: 'WEB',
        kind: 'API',
        values: { site: 'http://127.0.0.1:9', headerName: 'X-Key', headerValue: 'k' },
      },
    });
    const { sourceId } = await newSource(owner, {
      knowledgeBaseId: await newKnowledgeBase(owner),
      connectionId: id,
      settings: { url: 'http://127.0.0.1:9/list', titleField: 'title', template: '{{title}}' },
    });
    const { uses } = await owner.call(endpoints.get, { params: { id } });
    expect(uses).toMatchObject([{ name: 'Records', blocks: true }]);
    const renamed = await owner.call(endpoints.update, { params: { id }, body: { name: 'Used on' } });
    expect(renamed.uses).toEqual(uses);
    const refused = await owner.send(endpoints.remove, { params: { id } });
    expect([refused.status, refused.body.code]).toEqual([409, 'connections.in_use']);
    expect(refused.body.details).toMatchObject({ uses: [{ name: 'Records' }] });
    await owner.call(sources.endpoints.remove, { params: { sourceId } });
    await owner.call(endpoints.remove, { params: { id } });
    const missing = await owner.send(endpoints.testSaved, { params: { id } });
    expect([missing.status, missing.body.code]).toEqual([404, 'connections.not_found']);
  });

  it('answer at the addresses of the orchestrator too', {
    tags: ['CONN-06', 'CONN-07', 'CONN-08'],
  }, async () => {
    const { client } = await server.signUp();
    const made = await client.call(endpoints.createAppConnection, { body: store('From outside') });
    const listed = await client.call(endpoints.listAppConnections, {});
    expect(listed).toEqual(await client.call(endpoints.list, {}));
    expect(listed.items).toEqual([made]);
    await client.call(endpoints.removeAppConnection, { params: { id: made.connectionId } });
    expect((await client.call(endpoints.listAppConnections, {})).total).toBe(0);
  });

  it('tell the client ids with which they ask for consent, and nothing else of them', {
    tags: ['CONN-09'],
  }, async () => {
    const { client } = await server.signUp();
    expect(await client.call(endpoints.clientIds, {})).toEqual({ clientIds: [] });
    const made = await client.call(endpoints.create, { body: store('Consent') });
    await server.sql(
      `update connections set settings = settings || '{"clientId": "client-1"}' where id = $1`,
      [made.connectionId],
    );
    expect(await client.call(endpoints.clientIds, {})).toEqual({
      clientIds: [{ connectionId: made.connectionId, name: 'Consent', clientId: 'client-1' }],
    });
  });

  it('show their secrets in no reply and no audit entry, and store them encrypted', {
    tags: ['CONN-05'],
  }, async () => {
    const id = await make('Discreet');
    const replies = [
      await owner.call(endpoints.get, { params: { id } }),
      await owner.call(endpoints.list, {}),
      await owner.call(endpoints.testSaved, { params: { id } }),
      await owner.call(endpoints.update, { params: { id }, body: { values: { url: qdrant.url } } }),
    ];
    expect(JSON.stringify(replies)).not.toContain(secret);
    const rows = await server.sql<{ row: string }>(
      `select row_to_json(a)::text as row from audit_log a where tenant_id = $1
        union all select row_to_json(c)::text from connections c where tenant_id = $1`,
      [tenantId],
    );
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret);
  });
});
