import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { reports } from '@atelier/contracts/assistants/chat/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const { endpoints } = reports;

describe('the reports of apps', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let appId: string;
  let quietId: string;
  const today = new Date().toISOString().slice(0, 10);

  const ask = async (client: Client, query: string) =>
    (await client.call(chat.endpoints.query, { body: { appId, query } })).queryId;
  const makeApp = async (name: string, knowledgeBaseIds: string[]) =>
    (await owner.call(apps.endpoints.create, { body: { name, access: 'PUBLIC', knowledgeBaseIds } })).appId;
  const read = (client: Client, query: object = {}) => client.call(endpoints.appReports, { query });

  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp();
    owner = client;
    ({ tenantId } = user);
    const base = await filledBase(owner, { 'leave.md': 'Employees get 25 days of paid leave per year.' });
    appId = await makeApp('Asked', [base]);
    quietId = await makeApp('Quiet', []);
    const queryId = await ask(owner, 'How many days of paid leave?');
    await ask(owner, 'zzzz qqqq xxxx?');
    await owner.call(feedback.endpoints.likeDislike, { body: { appId, queryId, verdict: 'LIKE' } });
    const old = await ask(owner, 'How many days of paid leave do employees get?');
    await server.sql(`update messages set created_at = '2026-01-15T12:00:00Z' where id = $1`, [old]);
  });
  afterAll(() => server.close());

  it('count questions, answers, feedback and conversations of each app and each day', {
    tags: ['APP-51'],
  }, async () => {
    const report = await read(owner, { from: today, to: today });
    expect(report.apps).toEqual([
      {
        ...{ appId, appName: 'Asked', questions: 2, answered: 1, unanswered: 1, failed: 0, likes: 1 },
        ...{ dislikes: 0, credits: 0, conversations: 2 },
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        medianMs: expect.any(Number),
      },
      expect.objectContaining({ appId: quietId, questions: 0, medianMs: null }),
    ]);
    expect(report.days).toMatchObject([{ day: today, questions: 2, answered: 1, likes: 1 }]);
  });

  it('cover the last 30 days, or a period of up to 366', { tags: ['APP-51'] }, async () => {
    expect(await read(owner)).toMatchObject({ to: today, apps: [{ questions: 2 }, { questions: 0 }] });
    expect(await read(owner, { from: '2026-01-01', to: '2026-01-31', appId })).toMatchObject({
      apps: [{ appId, questions: 1 }],
      days: [{ day: '2026-01-15', questions: 1 }],
    });
    const long = await owner.send(endpoints.appReports, { query: { from: '2024-01-01', to: '2026-01-01' } });
    expect(long.status).toBe(400);
    const gone = await owner.send(endpoints.appReports, { query: { appId: 'app_none' } });
    expect([gone.status, gone.body.code]).toEqual([404, 'history.app_not_found']);
  });

  it('are filtered by apps and by the days with questions', { tags: ['APP-52'] }, async () => {
    const filter = await owner.call(endpoints.filter, { query: {} });
    expect(filter).toMatchObject({ firstDay: '2026-01-15', lastDay: today });
    expect(filter.apps.map(({ name }) => name).toSorted()).toEqual(['Asked', 'Quiet']);
    const quiet = await owner.call(endpoints.filter, { query: { appId: quietId } });
    expect(quiet).toMatchObject({ firstDay: null, lastDay: null });
    const gone = await owner.send(endpoints.filter, { query: { appId: 'app_none' } });
    expect([gone.status, gone.body.code]).toEqual([404, 'history.app_not_found']);
  });

  it('show users who build no apps only their own questions', async () => {
    const member = await joinTenant(server, { tenantId, role: 'USER' });
    expect(await read(member.client)).toMatchObject({ apps: [{ questions: 0 }, { questions: 0 }], days: [] });
    await ask(member.client, 'A question of mine');
    expect((await read(member.client, { appId })).apps).toMatchObject([{ questions: 1 }]);
  });
});
