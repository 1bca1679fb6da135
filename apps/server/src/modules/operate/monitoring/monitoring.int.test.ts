import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { reports } from '@atelier/contracts/assistants/chat/reports';
import { audit } from '@atelier/contracts/operate/audit';
import type { MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { type FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = monitoring;

let server: TestServer;
let model: FakeServer;
let owner: Client;
let tenantId: string;
let base: string;

beforeAll(async () => {
  model = await startScriptedModel(() => ({ text: 'Done.' }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  const { client, user } = await server.signUp();
  owner = client;
  ({ tenantId } = user);
  base = await filledBase(owner, { 'leave.md': 'Employees get 25 days of paid leave per year.' });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const today = new Date().toISOString().slice(0, 10);
const newApp = async (knowledgeBaseIds = [base]) => {
  const name = `App ${crypto.randomUUID()}`;
  return (await owner.call(apps.endpoints.create, { body: { name, access: 'PUBLIC', knowledgeBaseIds } }))
    .appId;
};
const ask = async (appId: string, query = 'How many days of paid leave?') =>
  (await owner.call(chat.endpoints.query, { body: { appId, query } })).queryId;
const startOf = (appId: string, by = owner) => by.call(endpoints.start, { params: { id: appId } });
const stateOf = async (appId: string) =>
  (await owner.call(endpoints.state, { params: { id: appId }, query: {} })).state;
const totalsOf = async (subjectId: string, kind: MonitorKind = 'APP') =>
  (await owner.call(endpoints.dashboard, { query: { subjectId, kind, from: today, to: today } })).totals;
const addUp = () => server.sql('select atelier.add_up_notes(1000)');

describe('the monitoring of an app', () => {
  it('is on from the start, is stopped and started for one app, and is not started, being monitored or already active', {
    tags: ['MONITOR-01', 'MONITOR-02', 'IMPORT-15'],
  }, async () => {
    const appId = await newApp();
    const other = await newApp();
    expect(await stateOf(appId)).toBe('BEING_MONITORED');
    await ask(appId);
    expect(await stateOf(appId)).toBe('ALREADY_ACTIVE');
    expect(await owner.call(endpoints.stop, { params: { id: appId } })).toMatchObject({
      state: 'NOT_STARTED',
    });
    expect(await startOf(appId)).toMatchObject({ state: 'BEING_MONITORED', startedAt: expect.any(String) });
    await ask(appId);
    expect(await stateOf(appId)).toBe('ALREADY_ACTIVE');
    expect(await startOf(appId)).toMatchObject({ state: 'ALREADY_ACTIVE' });
    expect(await stateOf(other)).toBe('BEING_MONITORED');
    expect(await totalsOf(appId)).toMatchObject({ asked: 2 });
  });

  it('of a new app agrees with the report and the overview without a start, and leaves out what was stopped', async () => {
    const { client } = await server.signUp();
    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'Lamps', access: 'PUBLIC' } });
    for (const query of ['Who sells lamps?', 'Who sells shades?'])
      await client.call(chat.endpoints.query, { body: { appId, query } });
    const overview = async () =>
      (await client.call(endpoints.dashboard, { query: { kind: 'APP', from: today, to: today } })).totals
        .asked;
    const report = await client.call(reports.endpoints.appReports, { query: { from: today, to: today } });
    expect([await overview(), report.apps[0]?.questions]).toEqual([2, 2]);
    const { items } = await client.call(endpoints.subjects, { query: { from: today, to: today } });
    expect(items).toMatchObject([{ subjectId: appId, state: 'ALREADY_ACTIVE', asked: 2 }]);
    await client.call(endpoints.stop, { params: { id: appId } });
    expect(await overview()).toBe(0);
    const stopped = await client.call(endpoints.topics, { query: { from: today, to: today } });
    expect(stopped.questions).toBe(0);
    await startOf(appId, client);
    const topics = await client.call(endpoints.topics, { query: { from: today, to: today } });
    expect(topics).toMatchObject({ questions: 2, isCutOff: false });
    const { appId: quiet } = await client.call(apps.endpoints.create, { body: { name: 'A quiet one' } });
    const listed = await client.call(endpoints.subjects, { query: { from: today, to: today } });
    expect(listed.items).toMatchObject([
      { subjectId: appId, name: 'Lamps', asked: 2 },
      { subjectId: quiet, name: 'A quiet one', asked: 0, medianMs: null },
    ]);
    const whole = await client.call(endpoints.dashboard, { query: { kind: 'APP', from: today, to: today } });
    expect(whole.name).toBeNull();
    const one = { kind: 'APP' as const, subjectId: appId, from: today, to: today };
    expect((await client.call(endpoints.dashboard, { query: one })).name).toBe('Lamps');
    const { items: audited } = await client.call(audit.endpoints.list, { query: { search: appId } });
    const said = audited.flatMap(({ action, details }) =>
      action.startsWith('monitoring.') ? [[action, details]] : [],
    );
    expect(said).toEqual([
      ['monitoring.started', { isNew: true }],
      ['monitoring.stopped', {}],
    ]);
  });

  it('is listed with the figures of each app, and read by those who may', {
    tags: ['MONITOR-05'],
  }, async () => {
    const appId = await newApp();
    await startOf(appId);
    await ask(appId);
    const { items } = await owner.call(endpoints.subjects, { query: { from: today, to: today } });
    expect(items.find(({ subjectId }) => subjectId === appId)).toMatchObject({
      ...{ state: 'ALREADY_ACTIVE', asked: 1, answered: 1, unanswered: 0, cited: 1 },
      medianMs: expect.any(Number),
    });
    const member = await joinTenant(server, { tenantId, role: 'USER' });
    expect((await member.client.send(endpoints.subjects, { query: {} })).status).toBe(403);
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    expect((await operator.client.send(endpoints.start, { params: { id: appId } })).status).toBe(403);
    const hidden = await operator.client.send(endpoints.dashboard, { query: { subjectId: appId } });
    expect([hidden.status, hidden.body.code]).toEqual([404, 'monitoring.not_found']);
    const missing = { params: { id: 'app_missing' } };
    for (const reply of [
      await owner.send(endpoints.state, { ...missing, query: {} }),
      await owner.send(endpoints.start, missing),
      await owner.send(endpoints.stop, missing),
      await owner.send(endpoints.topics, { query: { appId: 'app_missing' } }),
      await operator.client.send(endpoints.topics, { query: { appId } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'monitoring.not_found']);
    const long = await owner.send(endpoints.dashboard, { query: { from: '2024-01-01', to: '2026-01-01' } });
    expect(long.status).toBe(400);
  });
});

describe('the figures', () => {
  it('count answers, opinions and sources once, before and after they are added up', {
    tags: ['MONITOR-06'],
  }, async () => {
    const appId = await newApp();
    const liked = await ask(appId);
    await ask(appId, 'zzzz qqqq xxxx?');
    const rate = (verdict: 'LIKE' | 'DISLIKE') =>
      owner.call(feedback.endpoints.likeDislike, { body: { appId, queryId: liked, verdict } });
    await rate('LIKE');
    const expected = { asked: 2, answered: 1, unanswered: 1, failed: 0, likes: 1, dislikes: 0, cited: 1 };
    expect(await totalsOf(appId)).toMatchObject(expected);
    await Promise.all([addUp(), addUp()]);
    expect(await totalsOf(appId)).toMatchObject(expected);
    await rate('DISLIKE');
    expect(await totalsOf(appId)).toMatchObject({ ...expected, likes: 0, dislikes: 1 });
    await addUp();
    expect(await totalsOf(appId)).toMatchObject({ ...expected, likes: 0, dislikes: 1 });
    const [left] = await server.sql<{ notes: number }>(
      'select count(*)::int as notes from monitor_notes where subject_id = $1',
      [appId],
    );
    expect(left?.notes).toBe(0);
  });

  it('of a deleted conversation stay, and those of a deleted app go', async () => {
    const appId = await newApp();
    await ask(appId);
    await server.sql('delete from conversations where app_id = $1', [appId]);
    expect(await totalsOf(appId)).toMatchObject({ asked: 1 });
    await addUp();
    await owner.call(apps.endpoints.remove, { params: { id: appId }, query: {} });
    const left = await server.sql('select 1 from monitor_figures where subject_id = $1', [appId]);
    expect(left).toEqual([]);
  });

  it('are shown by the hour or by the day, with a point for each', async () => {
    const appId = await newApp();
    await ask(appId);
    const day = await owner.call(endpoints.dashboard, {
      query: { subjectId: appId, from: today, to: today },
    });
    expect(day.unit).toBe('HOUR');
    expect(day.points.reduce((sum, { asked }) => sum + asked, 0)).toBe(1);
    const month = await owner.call(endpoints.dashboard, { query: { subjectId: appId } });
    expect([month.unit, month.points.length]).toEqual(['DAY', 30]);
    expect(month.points.at(-1)).toMatchObject({ at: `${today}T00:00:00.000Z`, asked: 1 });
  });

  it('of agents are of their runs', async () => {
    await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
    const { agentId } = await owner.call(agents.endpoints.create, {
      body: { name: 'Clerk', access: 'PUBLIC' },
    });
    await owner.call(agents.endpoints.publish, { params: { id: agentId } });
    await owner.call(agentRuns.endpoints.start, { body: { agentId, input: 'Work.' } });
    const totals = await eventually(async () => {
      const read = await totalsOf(agentId, 'AGENT');
      return read.asked > 0 ? read : undefined;
    });
    expect(totals).toMatchObject({ asked: 1, answered: 1, failed: 0, medianMs: expect.any(Number) });
    const { items } = await owner.call(endpoints.subjects, { query: { kind: 'AGENT' } });
    expect(items).toMatchObject([{ subjectId: agentId, state: null, asked: 1 }]);
  });
});

describe('unanswered questions', () => {
  it('are grouped by the words that they share', async () => {
    const appId = await newApp();
    for (const query of [
      'Where is the canteen?',
      'When does the canteen open?',
      'Is there parking for bicycles?',
      'May I park bicycles inside?',
      'Who is the chair?',
      'Canteen menu today?',
    ])
      await ask(appId, query);
    const { topics, questions } = await owner.call(endpoints.topics, { query: { appId } });
    expect(questions).toBe(6);
    expect(topics.map(({ title, questions: size }) => [title, size])).toEqual([
      ['canteen', 3],
      ['parking, bicycles', 2],
      ['Who is the chair?', 1],
    ]);
    expect(topics[0]?.latest[0]).toMatchObject({ question: 'Canteen menu today?', appId });
    expect(topics[0]?.latest).toHaveLength(3);
    for (const day of ['Monday', 'Tuesday', 'Friday']) await ask(appId, `Canteen on ${day}?`);
    const more = await owner.call(endpoints.topics, { query: { appId } });
    expect([more.topics[0]?.questions, more.topics[0]?.latest.length]).toEqual([6, 5]);
  });
});
