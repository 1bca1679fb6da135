import { access } from '@atelier/contracts/account/access';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import {
  newSource,
  type RecordServer,
  record,
  recordSettings,
  startRecordServer,
  synced,
} from '../../../../tests/fakes/record-server.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { dueJob, syncWhenDue } from './service/start-sync.ts';

const { endpoints } = sources;

describe('sources', () => {
  let site: RecordServer;
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    site = await startRecordServer();
    site.records = [record(1), record(2)];
    server = await startTestServer({ env: { OUTBOUND_ALLOW: site.host } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    knowledgeBaseId = await newKnowledgeBase(owner);
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  const text = (title: string, words = 'Some words.') => ({
    knowledgeBaseId,
    type: 'MANUAL' as const,
    name: title,
    settings: { title, text: words },
  });
  const get = (sourceId: string): Promise<Source> => owner.call(endpoints.get, { params: { sourceId } });
  const errorOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  it('lists the kinds of sources with fields and step-by-step help, what is announced, and the plugins', {
    tags: ['CONNECTOR-02', 'CONNECTOR-36'],
  }, async () => {
    const { connectors } = await owner.call(endpoints.connectors, {});
    const ready = connectors.filter(({ status, kind }) => status === 'READY' && kind === 'CONNECTOR');
    expect(ready.map(({ type }) => type)).toEqual(expect.arrayContaining(['MANUAL', 'API', 'WEBHOOK']));
    expect(connectors.filter(({ help }) => help.length === 0)).toEqual([]);
    expect(ready.filter(({ settingsFields }) => settingsFields.length === 0)).toEqual([]);
    const api = connectors.find(({ id }) => id === 'api');
    expect(api).toMatchObject({ connection: 'OPTIONAL', service: 'WEB', title: 'API' });
    expect(new Set(connectors.map(({ id, kind }) => `${kind} ${id}`)).size).toBe(connectors.length);
    const announced = connectors.filter(({ status }) => status === 'UPCOMING').map(({ title }) => title);
    expect(announced).toEqual(expect.arrayContaining(['Gmail', 'AWS S3', 'Github', 'Youtube']));
  });

  describe('made by each of the calls for it', () => {
    let byInit: Source;
    let byImport: Source;
    let byApi: Source;
    beforeAll(async () => {
      byInit = await owner.call(endpoints.init, { body: text('By init') });
      byImport = await owner.call(endpoints.createImport, { body: text('By knowledge-base-import') });
      const body = { knowledgeBaseId, name: 'By API', settings: recordSettings(site) };
      byApi = await owner.call(endpoints.importByApi, { body });
    });
    const imported = async ({ sourceId }: Source) => {
      const { type, balance } = await synced(owner, sourceId);
      return [type, balance.imported];
    };
    const countImports = async (query: object) =>
      (await owner.call(documentImports.endpoints.listImports, { params: { id: knowledgeBaseId }, query }))
        .total;

    it('are read at once when an import is started', { tags: ['IMPORT-53', 'CONNECTOR-38'] }, async () => {
      expect(await imported(byInit)).toEqual(['MANUAL', 1]);
    });

    it('are read at once when an import is created', { tags: ['IMPORT-55'] }, async () => {
      expect(await imported(byImport)).toEqual(['MANUAL', 1]);
    });

    it('are read at once when they are imported from an API', { tags: ['IMPORT-56'] }, async () => {
      expect(await imported(byApi)).toEqual(['API', 2]);
    });

    it('are read again one by one', { tags: ['IMPORT-54'] }, async () => {
      await synced(owner, byInit.sourceId);
      const again = await owner.call(endpoints.import, { body: { sourceId: byInit.sourceId } });
      expect(again.sync?.syncId).not.toBe(byInit.sync?.syncId);
      await synced(owner, byInit.sourceId);
      const { items } = await owner.call(runs.endpoints.list, { query: { subjectId: byInit.sourceId } });
      const subject = { name: 'By init', address: `/knowledge-base/${knowledgeBaseId}/import` };
      expect(items).toMatchObject([{ runId: again.sync?.syncId, subject }]);
    });

    it('are read again all together, without making documents twice', { tags: ['KB-32'] }, async () => {
      for (const { sourceId } of [byInit, byImport, byApi]) await synced(owner, sourceId);
      const all = await owner.call(endpoints.importKnowledgeBase, { body: { knowledgeBaseId } });
      const settledAll = await Promise.all(all.sources.map(({ sourceId }) => synced(owner, sourceId)));
      expect(settledAll.map(({ balance }) => [balance.found, balance.unchanged])).toEqual([
        [1, 1],
        [1, 1],
        [2, 2],
      ]);
      expect(await countImports({})).toBe(4);
      const [written] = await server.sql(
        `select details from audit_log where action = 'sources.knowledge_base_synced' and subject_id = $1`,
        [knowledgeBaseId],
      );
      expect(written).toEqual({ details: { sources: 3 } });
      const nowhere = await owner.send(endpoints.importKnowledgeBase, {
        body: { knowledgeBaseId: 'knb_none' },
      });
      expect(errorOf(nowhere)).toEqual([404, 'knowledge.not_found']);
    });

    it('give the knowledge base its kinds of sources', { tags: ['KB-01', 'KB-07'] }, async () => {
      const base = await owner.call(knowledge.endpoints.get, { params: { id: knowledgeBaseId } });
      expect(base.sourceKinds).toEqual(['DOCUMENTS', 'ENTERPRISE']);
    });

    it('narrow the list of documents by kind and by source', async () => {
      for (const { sourceId } of [byInit, byImport, byApi]) await synced(owner, sourceId);
      expect(await countImports({ type: 'MANUAL' })).toBe(2);
      expect(await countImports({ type: 'FILE' })).toBe(0);
      expect(await countImports({ sourceId: byApi.sourceId })).toBe(2);
      expect(await countImports({ sourceId: byApi.sourceId, type: 'MANUAL' })).toBe(0);
    });
  });

  it('finds, sorts and pages the sources of a knowledge base', async () => {
    knowledgeBaseId = await newKnowledgeBase(owner);
    for (const name of ['Beta', 'alpha', 'Gamma']) await owner.call(endpoints.init, { body: text(name) });
    const list = (query: object) =>
      owner.call(endpoints.list, {
        params: { id: knowledgeBaseId },
        query: { sort: 'name', order: 'asc', ...query },
      });
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['alpha', 'Beta', 'Gamma']);
    expect((await list({ search: 'AMM' })).items.map(({ name }) => name)).toEqual(['Gamma']);
    expect((await list({ type: 'WEBSITE' })).total).toBe(0);
  });

  it('continues where it stopped when a form sends unchanged settings, and starts over when it reads something else', async () => {
    const { sourceId, settings } = await owner.call(endpoints.init, { body: text('Cursor', 'Words.') });
    await synced(owner, sourceId);
    await server.sql(`update sources set cursor = '{"value": "7"}' where id = $1`, [sourceId]);
    const change = async (body: object) => {
      await owner.call(endpoints.update, { params: { sourceId }, body });
      return server.sql('select cursor from sources where id = $1', [sourceId]);
    };
    const labels = { documentType: 'paper' as const };
    expect(await change({ settings, connectionId: null, labels })).toEqual([{ cursor: { value: '7' } }]);
    expect(await change({ name: 'Cursor of another name' })).toEqual([{ cursor: { value: '7' } }]);
    expect(await change({ settings: { ...settings, text: 'Other.' } })).toEqual([{ cursor: null }]);
    const late = await owner.send(endpoints.update, {
      params: { sourceId },
      body: { revision: 1, name: 'Late' },
    });
    expect(errorOf(late)).toEqual([409, 'sources.changed_meanwhile']);
    const cursorAfter = async (sync: () => Promise<unknown>) => {
      await server.sql(`update sources set cursor = '{"value": "7"}' where id = $1`, [sourceId]);
      await sync();
      await synced(owner, sourceId);
      return server.sql('select cursor from sources where id = $1', [sourceId]);
    };
    const params = { sourceId };
    for (const goesOn of [
      () => owner.call(endpoints.sync, { params, body: {} }),
      () => owner.call(endpoints.import, { body: params }),
      () => owner.call(endpoints.importKnowledgeBase, { body: { knowledgeBaseId } }),
    ])
      expect(await cursorAfter(goesOn)).toEqual([{ cursor: { value: '7' } }]);
    const anew = () => owner.call(endpoints.sync, { params, body: { anew: true } });
    expect(await cursorAfter(anew)).toEqual([{ cursor: null }]);
  });

  it('keeps a typed text as a version when it is changed', { tags: ['CONNECTOR-39'] }, async () => {
    const { sourceId } = await owner.call(endpoints.init, { body: text('Notice', 'First words.') });
    await synced(owner, sourceId);
    const settings = { title: 'Notice', text: 'Second words.' };
    await owner.call(endpoints.update, { params: { sourceId }, body: { settings } });
    await owner.call(endpoints.sync, { params: { sourceId }, body: {} });
    expect((await synced(owner, sourceId)).balance).toMatchObject({ found: 1, imported: 1 });
    const { results } = await owner.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query: 'Second words', mode: 'BM25' },
    });
    expect(results.map((result) => result.text)).toContainEqual(expect.stringContaining('Second words.'));
    const imports = await owner.call(documentImports.endpoints.listImports, {
      params: { id: knowledgeBaseId },
      query: { search: 'Notice' },
    });
    expect(imports.items).toMatchObject([{ type: 'MANUAL', version: 2 }]);
  });

  it('refuses settings, connections and kinds that do not fit, in words', {
    tags: ['IMPORT-39'],
  }, async () => {
    const init = (body: object) => owner.send(endpoints.init, { body: { ...text('x'), ...body } });
    const settings = await init({ settings: { title: '', text: 'x', other: 1 } });
    expect(errorOf(settings)).toEqual([400, 'sources.invalid_settings']);
    expect(settings.body.details).toMatchObject({ issues: [{ path: 'settings.other' }] });
    const untitled = await init({ settings: { title: '', text: 'x' } });
    expect(untitled.body.details).toMatchObject({
      issues: [{ path: 'settings.title', message: 'Please fill in “Title”.' }],
    });
    expect(errorOf(await init({ type: 'JIRA', settings: {} }))).toEqual([400, 'sources.type_unavailable']);
    const api = { type: 'API', settings: recordSettings(site), connectionId: 'con_none' };
    expect(errorOf(await init(api))).toEqual([400, 'sources.connection_missing']);
    const values = { host: '127.0.0.1', port: 9, user: 'u', password: 'p', database: 'd', tls: 'OFF' };
    const { connectionId } = await owner.call(connections.endpoints.create, {
      body: { name: 'Tables', service: 'DATABASE', kind: 'POSTGRESQL', values },
    });
    expect(errorOf(await init({ ...api, connectionId }))).toEqual([400, 'sources.connection_missing']);
    for (const change of [{ connectionId }, {}])
      expect(
        errorOf(await init({ type: 'MONGODB', settings: { collection: 'articles' }, ...change })),
      ).toEqual([400, 'sources.connection_missing']);
    const typed = await init({ connectionId });
    expect(typed.body.responseData).toMatchObject({ type: 'MANUAL', connectionId: null });
    expect(errorOf(await init({ knowledgeBaseId: 'kb_none' }))).toEqual([404, 'knowledge.not_found']);
    for (const [body, message] of [
      [{ maxItems: 0 }, 'Please enter a value greater than 0'],
      [{ maxItems: 50_001 }, 'Please enter at most 50,000'],
      [{ schedule: { every: 'HOURS' } }, 'Please enter a value greater than 0'],
      [{ schedule: { every: 'HOURS', hours: 0 } }, 'Please enter a value greater than 0'],
    ] as const)
      expect((await init(body)).body.message).toBe(message);
    await server.sql(
      `insert into sources (tenant_id, id, knowledge_base_id, type, name, settings, schedule, max_items, skip_duplicates)
       select tenant_id, 'src_' || n, id, 'MANUAL', 'x', '{}', '{"every":"OFF"}', 1, true
       from knowledge_bases, generate_series(1, 200) n where id = $1`,
      [knowledgeBaseId],
    );
    expect(errorOf(await init({}))).toEqual([429, 'sources.too_many']);
    await server.sql(`delete from sources where id ~ '^src_\\d+$'`);
  });

  it('tries unsaved settings, and maps what went wrong to words that say what to do', async () => {
    const test = (settings: object) =>
      owner.send(endpoints.test, {
        body: { type: 'API', settings: { ...recordSettings(site), ...settings } },
      });
    expect((await test({})).body.responseData?.message).toContain(
      '2 records. The first one becomes “Record 1”',
    );
    expect(errorOf(await test({ listPath: 'nowhere' }))).toEqual([502, 'sources.unexpected_answer']);
    expect(errorOf(await test({ url: 'http://127.0.0.1:9/' }))).toEqual([400, 'sources.blocked']);
    expect(errorOf(await test({ url: 'https://no-such-host.invalid/' }))).toEqual([
      502,
      'sources.unreachable',
    ]);
    site.status = 401;
    expect(errorOf(await test({}))).toEqual([502, 'sources.refused']);
    site.status = 404;
    expect(errorOf(await test({}))).toEqual([502, 'sources.not_found']);
    site.status = 200;
    const options = await owner.send(endpoints.options, {
      body: { type: 'API', settings: {}, field: 'url' },
    });
    expect(errorOf(options)).toEqual([400, 'sources.no_options']);
  });

  it('reads with the secret of a connection, shows it nowhere, and keeps the connection from being deleted', async () => {
    const { connectionId } = await owner.call(connections.endpoints.create, {
      body: {
        name: 'Records',
        service: 'WEB',
        kind: 'API',
        values: { site: site.origin, headerName: 'X-Secret', headerValue: 'hush-hush' },
      },
    });
    const made = await newSource(owner, { knowledgeBaseId, settings: recordSettings(site), connectionId });
    const source = await synced(owner, made.sourceId);
    expect(source.balance.imported).toBe(2);
    expect(site.asked.at(-1)?.headers['x-secret']).toBe('hush-hush');
    expect(JSON.stringify(source)).not.toContain('hush');
    const removal = await owner.send(connections.endpoints.remove, { params: { id: connectionId } });
    expect(errorOf(removal)).toEqual([409, 'connections.in_use']);
    const [log] = await server.sql<{ found: boolean }>(
      `select exists (select 1 from audit_log where details::text like '%hush%') as found`,
    );
    expect(log?.found).toBe(false);
  });

  it('reads a source by itself when its time has come, not before, and not one that was switched off', async () => {
    const every = { every: 'HOURS' as const, hours: 6 };
    const made = await owner.call(endpoints.init, {
      body: { ...text('Scheduled', 'Tick.'), schedule: every },
    });
    const { sourceId } = made;
    const first = await synced(owner, sourceId);
    await owner.call(endpoints.update, { params: { sourceId }, body: { name: 'Scheduled well' } });
    expect((await get(sourceId)).nextSyncAt).toBe(first.nextSyncAt);
    const hours = (Date.parse(first.nextSyncAt ?? '') - Date.parse(first.lastSyncAt ?? '')) / 3_600_000;
    expect(hours).toBeCloseTo(6, 1);
    const [job] = await server.sql<{ jobs: number }>(
      `select count(*)::int as jobs from graphile_worker.jobs where key = $1 and run_at > now() + interval '5 hours'`,
      [`sources.due:${sourceId}`],
    );
    expect(job?.jobs).toBe(1);
    const syncAsIfDue = async () => {
      await syncWhenDue(server.contextOf(tenantId), { sourceId });
      return (await get(sourceId)).sync?.syncId;
    };
    expect(await syncAsIfDue()).toBe(first.sync?.syncId);
    const remind = () =>
      server
        .contextOf(tenantId)
        .tx((tx) => tx.enqueue(dueJob, { sourceId }, { key: `${dueJob.name}:${sourceId}` }));
    const makeDue = () =>
      server.sql(`update sources set next_sync_at = now() - interval '1 second' where id = $1`, [sourceId]);
    await makeDue();
    await remind();
    await eventually(async () => (await get(sourceId)).sync?.syncId !== first.sync?.syncId);
    const second = await synced(owner, sourceId);
    expect(second.nextSyncAt).not.toBeNull();
    const turn = (state: 'ACTIVE' | 'PAUSED') =>
      owner.call(endpoints.update, { params: { sourceId }, body: { state } });
    expect(await turn('PAUSED')).toMatchObject({ state: 'PAUSED', schedule: every, nextSyncAt: null });
    await makeDue();
    expect(await syncAsIfDue()).toBe(second.sync?.syncId);
    await server.sql(`update sources set pause_reason = 'It failed.', failures = 5 where id = $1`, [
      sourceId,
    ]);
    const resumed = await turn('ACTIVE');
    expect(resumed).toMatchObject({ state: 'ACTIVE', pauseReason: null });
    expect(resumed.nextSyncAt).not.toBeNull();
    const failures = await server.sql('select failures from sources where id = $1', [sourceId]);
    expect(failures).toEqual([{ failures: 0 }]);
    const off = { schedule: { every: 'OFF' as const } };
    expect((await owner.call(endpoints.update, { params: { sourceId }, body: off })).nextSyncAt).toBeNull();
    await remind();
    await eventually(async () => {
      const [left] = await server.sql<{ jobs: number }>(
        'select count(*)::int as jobs from graphile_worker.jobs where key = $1',
        [`sources.due:${sourceId}`],
      );
      return left?.jobs === 0;
    });
    expect((await get(sourceId)).sync?.syncId).toBe(second.sync?.syncId);
  });

  it('reports the progress of a source to watchers as it happens', async () => {
    const id = await newKnowledgeBase(owner);
    const stop = new AbortController();
    const response = await owner.fetch(`${endpoints.events.path}?knowledgeBaseId=${id}`, {
      signal: stop.signal,
    });
    let received = '';
    const reading = (async () => {
      for await (const part of response.body ?? []) received += Buffer.from(part).toString();
    })().catch(() => undefined);
    const { sourceId } = await owner.call(endpoints.init, {
      body: { ...text('Watched'), knowledgeBaseId: id },
    });
    await eventually(async () => received.includes('"imported":1'));
    expect(received).toContain('event: source');
    const settings = { titleField: 'title', template: '{{text}}' };
    const hooked = await newSource(owner, { knowledgeBaseId: id, type: 'WEBHOOK', settings });
    await synced(owner, hooked.sourceId);
    await owner.call(endpoints.hook, { params: { sourceId: hooked.sourceId }, body: { isOn: true } });
    await owner.call(endpoints.update, { params: { sourceId }, body: { name: 'Watched on' } });
    for (const seen of ['"name":"Watched on"', '"hook":{"isOn":true}'])
      await eventually(async () => received.includes(seen));
    // A document that is read again belongs to a source that nothing else changes.
    const { items } = await owner.call(documentImports.endpoints.listImports, { params: { id } });
    const ids = items.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId);
    const isRead = (status: 'QUEUED' | 'COMPLETED') =>
      server.sql('update runs set status = $1 where subject_id = any($2)', [status, ids]);
    await server.sql('alter table runs disable trigger runs_terminal');
    await isRead('QUEUED');
    await owner.call(endpoints.update, { params: { sourceId }, body: { name: 'Watched still' } });
    await eventually(async () => received.includes('"pending":1'));
    received = '';
    await isRead('COMPLETED');
    await server.sql('alter table runs enable trigger runs_terminal');
    await owner.call(documents.endpoints.changeMetadata, { body: { ids, language: 'german' } });
    await eventually(async () => received.includes('"pending":0'));
    received = '';
    await owner.call(endpoints.remove, { params: { sourceId } });
    await eventually(async () => received.includes(`event: removed\ndata: {"sourceId":"${sourceId}"}`));
    stop.abort();
    await reading;
  });

  it('shows an operator the sources of what they were given, changes nothing for them, and keeps companies apart', async () => {
    const id = await newKnowledgeBase(owner);
    const { sourceId } = await owner.call(endpoints.init, {
      body: { ...text('Given'), knowledgeBaseId: id },
    });
    await synced(owner, sourceId);
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    const read = (client: Client) => client.send(endpoints.get, { params: { sourceId } });
    const list = (client: Client) => client.send(endpoints.list, { params: { id }, query: {} });
    expect(errorOf(await read(operator.client))).toEqual([404, 'sources.source_not_found']);
    expect(errorOf(await list(operator.client))).toEqual([404, 'knowledge.not_found']);
    const report = await operator.client.send(endpoints.report, { params: { sourceId }, query: {} });
    expect(errorOf(report)).toEqual([404, 'sources.source_not_found']);
    await owner.call(access.endpoints.give, { body: { entityId: id, email: operator.email } });
    expect((await read(operator.client)).body.responseData).toMatchObject({
      name: 'Given',
      abilities: { canUpdate: false, canSync: false, canRemove: false },
    });
    expect((await list(operator.client)).body.responseData?.total).toBe(1);
    const refused = await operator.client.send(endpoints.sync, { params: { sourceId }, body: {} });
    expect(errorOf(refused)).toEqual([403, 'auth.forbidden']);
    const user = await joinTenant(server, { tenantId, role: 'USER' });
    expect((await read(user.client)).status).toBe(200);
    await server.sql(`update knowledge_bases set share = 'PRIVATE' where id = $1`, [id]);
    expect(errorOf(await read(user.client))).toEqual([404, 'sources.source_not_found']);
    const stranger = (await server.signUp('Eve Stranger')).client;
    expect(errorOf(await read(stranger))).toEqual([404, 'sources.source_not_found']);
    const removal = await stranger.send(endpoints.remove, { params: { sourceId } });
    expect(errorOf(removal)).toEqual([404, 'sources.source_not_found']);
    expect((await get(sourceId)).balance.imported).toBe(1);
  });

  it('goes with its knowledge base, and leaves no order behind', async () => {
    const id = await newKnowledgeBase(owner);
    const { sourceId } = await owner.call(endpoints.init, {
      body: { ...text('Doomed'), knowledgeBaseId: id },
    });
    await synced(owner, sourceId);
    await owner.call(baseRemoval.endpoints.remove, { params: { id }, query: {} });
    expect(errorOf(await owner.send(endpoints.get, { params: { sourceId } }))).toEqual([
      404,
      'sources.source_not_found',
    ]);
    await syncWhenDue(server.contextOf(tenantId), { sourceId });
    await eventually(async () => {
      const [left] = await server.sql<{ runs: number }>(
        'select count(*)::int as runs from runs where subject_id = $1',
        [sourceId],
      );
      return left?.runs === 0;
    });
  });
});
