import { access } from '@atelier/contracts/account/access';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history, mostCounted, mostSearched } from '@atelier/contracts/assistants/chat/history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const { endpoints } = history;

describe('the history of questions', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let userId: string;
  let knowledgeBaseId: string;
  let appId: string;
  let otherId: string;

  const ask = async (client: Client, query: string, app = appId) =>
    (await client.call(chat.endpoints.query, { body: { appId: app, query } })).queryId;
  const makeApp = async (name: string, knowledgeBaseIds: string[]) =>
    (
      await owner.call(apps.endpoints.create, {
        body: { name, access: name === 'Open' ? 'PUBLIC' : 'PRIVATE', knowledgeBaseIds },
      })
    ).appId;
  const asked = async (client: Client, query: object = {}) =>
    (await client.call(endpoints.tenantHistory, { query })).items.map(({ question }) => question);

  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp();
    owner = client;
    ({ tenantId, userId } = user);
    knowledgeBaseId = await newKnowledgeBase(owner);
    const files = { 'leave.md': 'Employees get 25 days of paid leave per year.' };
    const rows = await importTexts(owner, knowledgeBaseId, files);
    await settled(
      owner,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    appId = await makeApp('Open', [knowledgeBaseId]);
    otherId = await makeApp('Closed', []);
    await ask(owner, 'How many days of paid leave?');
    await ask(server.visitor(), 'Who am I?');
    await ask(owner, 'Anything here?', otherId);
  });
  afterAll(() => server.close());

  it('lists questions of the company, -1 newest first and 1 oldest first', {
    tags: ['HISTORY-01', 'HISTORY-02'],
  }, async () => {
    const oldest = ['How many days of paid leave?', 'Who am I?', 'Anything here?'];
    expect(await asked(owner, { sort: '1' })).toEqual(oldest);
    expect(await asked(owner, { sort: '-1' })).toEqual([...oldest].reverse());
    expect(await asked(owner)).toEqual([...oldest].reverse());
    const wrong = await owner.fetch('/api/content/tenant-query-history?sort=desc');
    expect(wrong.status).toBe(400);
    const first = await owner.call(endpoints.tenantHistory, { query: { sort: '1', limit: 2 } });
    expect(first.total).toBe(3);
    const cursor = first.nextCursor ?? '';
    expect(await asked(owner, { sort: '1', limit: 2, cursor })).toEqual(['Anything here?']);
  });

  it('filters questions by app, knowledge base, text, state, asker and period', {
    tags: ['HISTORY-03', 'HISTORY-06'],
  }, async () => {
    const list = async (query: object) =>
      (await owner.call(endpoints.queryHistory, { query })).items.map(({ question }) => question);
    expect(await list({ appId: otherId })).toEqual(['Anything here?']);
    expect(await list({ knowledgeBaseId, sort: '1' })).toEqual(['How many days of paid leave?', 'Who am I?']);
    expect(await list({ search: 'PAID LEAVE' })).toContain('How many days of paid leave?');
    expect(await list({ search: '100%' })).toEqual([]);
    expect(await list({ status: 'FAILED' })).toEqual([]);
    expect(await list({ userId, appId })).toEqual(['How many days of paid leave?']);
    expect(await list({ to: '2020-01-01' })).toEqual([]);
    expect(await list({ from: '2020-01-01', sort: '1' })).toHaveLength(3);
    const { createdAt } =
      (await owner.call(endpoints.queryHistory, { query: { appId: otherId } })).items[0] ?? {};
    const hour = new Date(createdAt ?? '').getUTCHours();
    expect(await list({ appId: otherId, hour })).toEqual(['Anything here?']);
    expect(await list({ appId: otherId, hour: (hour + 1) % 24 })).toEqual([]);
    const gone = await owner.send(endpoints.queryHistory, { query: { appId: 'app_none' } });
    expect([gone.status, gone.body.code]).toEqual([404, 'history.app_not_found']);
  });

  it('counts no more questions than a person would look through', async () => {
    const many = await makeApp('Many', []);
    const first = await ask(owner, 'The first?', many);
    await server.sql(
      `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', 'qry_many_' || n, 'ordinal', n + 1))).*
       from messages m, generate_series(1, $2::int) n where m.id = $1`,
      [first, mostCounted + 500],
    );
    const { items, total } = await owner.call(endpoints.queryHistory, { query: { appId: many, limit: 5 } });
    expect(items).toHaveLength(5);
    expect(total).toBe(mostCounted + 1);
  });

  it('searches the newest questions of the chosen days only, and says so', async () => {
    const many = await makeApp('Searched', []);
    const oldest = await ask(owner, 'Where is the needle?', many);
    await server.sql(
      `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', 'qry_hay_' || n, 'ordinal', n + 1, 'question', 'Hay ' || n))).*
       from messages m, generate_series(1, $2::int) n where m.id = $1`,
      [oldest, mostSearched],
    );
    await server.sql(`update messages set created_at = created_at - interval '9 days' where id = $1`, [
      oldest,
    ]);
    const search = async (query: object) => {
      const found = await owner.call(endpoints.queryHistory, { query: { appId: many, limit: 5, ...query } });
      return { ...found, items: found.items.map(({ question }) => question) };
    };
    expect(await search({ search: 'NEEDLE' })).toMatchObject({ items: [], total: 0, isCutOff: true });
    const day = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);
    expect(await search({ search: 'NEEDLE', from: day, to: day })).toMatchObject({
      ...{ items: ['Where is the needle?'], total: 1, isCutOff: false },
    });
    const hay = await search({ search: 'hay 99' });
    expect(hay).toMatchObject({ total: 111, isCutOff: true });
    const next = await search({ search: 'hay 99', cursor: hay.nextCursor });
    expect([...hay.items, ...next.items]).toHaveLength(10);
    expect(new Set([...hay.items, ...next.items]).size).toBe(10);
    expect(await search({ sort: '1' })).toMatchObject({
      items: ['Where is the needle?', ...Array(4).fill(expect.any(String))],
    });
  });

  it('shows how a question was answered: chunks with scores, model, tokens, credits, time', {
    tags: ['HISTORY-04'],
  }, async () => {
    const queryId = await ask(owner, 'How many days of paid leave do employees get?');
    const query = { appId, tenantId };
    const details = await owner.call(endpoints.queryDetails, { params: { queryId }, query });
    expect(details).toMatchObject({
      queryId,
      appName: 'Open',
      status: 'COMPLETED',
      modelId: 'atelier/extractive',
      askedBy: { userId },
      retrieval: { query: 'How many days of paid leave do employees get?' },
    });
    expect(details.answer).toContain('25 days');
    expect(details.sources[0]).toMatchObject({ documentName: 'leave.md', score: details.found[0]?.score });
    expect(details.found[0]?.score).toBeGreaterThan(0);
    expect(details.steps).toMatchObject([
      { kind: 'SEARCH', query: 'How many days of paid leave do employees get?', passages: [] },
      { kind: 'MODEL', modelId: 'atelier/extractive' },
    ]);
    expect(details.milliseconds).toBeGreaterThanOrEqual(0);
    const wrong = await owner.send(endpoints.queryDetails, {
      params: { queryId },
      query: { appId: otherId },
    });
    expect([wrong.status, wrong.body.code]).toEqual([404, 'history.query_not_found']);
  });

  it('summarises a question by its id, but not for another tenant', {
    tags: ['HISTORY-05'],
  }, async () => {
    const question = 'How many days of paid leave do employees get?';
    const queryId = await ask(owner, question);
    const params = { id: queryId };
    const info = await owner.call(endpoints.queryInfo, { params });
    expect(info).toMatchObject({
      queryId,
      appId,
      appName: 'Open',
      question,
      status: 'COMPLETED',
      askedBy: { userId },
    });
    expect(info.citations).toBeGreaterThan(0);
    expect(info).not.toHaveProperty('answer');
    const stranger = (await server.signUp('Alan Turing')).client;
    for (const call of [
      stranger.send(endpoints.queryInfo, { params }),
      owner.send(endpoints.queryInfo, { params: { id: 'qry_none' } }),
    ])
      expect(await call).toMatchObject({ status: 404, body: { code: 'history.query_not_found' } });
  });

  it('shows users who do not build apps only their own questions to the apps that they see', {
    tags: ['HISTORY-06'],
  }, async () => {
    const user = await joinTenant(server, { tenantId, role: 'USER' });
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR', name: 'Olga' });
    const own = await ask(user.client, 'A question of mine');
    expect(await asked(user.client)).toEqual(['A question of mine']);
    expect(await asked(user.client, { userId })).toEqual([]);
    expect(await asked(operator.client)).toEqual([]);
    const params = { id: own };
    expect((await operator.client.send(endpoints.queryInfo, { params })).status).toBe(404);
    expect((await user.client.send(endpoints.queryInfo, { params })).status).toBe(200);
    await ask(operator.client, 'Of the operator');
    expect(await asked(operator.client)).toEqual([]);
    // After the app is granted to them, they see the questions that they asked it, and none of other users.
    const body = { userIds: [operator.userId] };
    await owner.call(access.endpoints.update, { params: { entityId: appId }, body });
    expect(await asked(operator.client)).toEqual(['Of the operator']);
  });
});
