import { access } from '@atelier/contracts/account/access';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const chatUserId = 'visitor-0123456789abcdef';

describe('the feedback on the answers of an app', () => {
  let server: TestServer;
  let owner: Client;
  let visitor: Client;
  let tenantId: string;
  let appId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp();
    owner = client;
    tenantId = user.tenantId;
    visitor = server.visitor();
    appId = (await owner.call(apps.endpoints.create, { body: { name: 'Open', access: 'PUBLIC' } })).appId;
  });
  afterAll(() => server.close());

  const rate = async (query: string, verdict: 'LIKE' | 'DISLIKE', app = appId) => {
    const place = { appId: app, chatUserId };
    const { queryId } = await visitor.call(chat.endpoints.query, { body: { ...place, query } });
    await visitor.call(feedback.endpoints.likeDislike, {
      body: { ...place, queryId, verdict, reason: 'Others', feedback: 'The date is wrong.' },
    });
    return queryId;
  };
  const list = async (query: object = {}, reader = owner) =>
    (await reader.call(ratedAnswers.endpoints.list, { query: { appId, ...query } })).items;
  const set = (queryId: string, status: 'Open' | 'Require Attention' | 'Closed', by = owner) =>
    by.send(ratedAnswers.endpoints.changeStatus, { body: { queryId, status } });

  it('is listed with its question and answer, the latest first, by verdict and by page', async () => {
    const { appId: app } = await owner.call(apps.endpoints.create, {
      body: { name: 'Listed', access: 'PUBLIC' },
    });
    const disliked = await rate('When does it open?', 'DISLIKE', app);
    const liked = await rate('Who are you?', 'LIKE', app);
    const found = await list({ appId: app });
    expect(found.map(({ queryId }) => queryId)).toEqual([liked, disliked]);
    expect(found[1]).toMatchObject({
      question: 'When does it open?',
      verdict: 'DISLIKE',
      reason: 'Others',
      text: 'The date is wrong.',
      feedbackStatus: 'Open',
      askedBy: null,
    });
    expect(found[1]?.answer).not.toBe('');
    expect((await list({ appId: app, verdict: 'LIKE' })).map(({ queryId }) => queryId)).toEqual([liked]);
    const first = await owner.call(ratedAnswers.endpoints.list, { query: { appId: app, limit: 1 } });
    expect(first.total).toBe(2);
    const rest = await list({ appId: app, limit: 1, cursor: first.nextCursor });
    expect(rest.map(({ queryId }) => queryId)).toEqual([disliked]);
  });

  it.each(['Open', 'Require Attention', 'Closed'] as const)(
    'can be set to “%s” and is listed by that status, and the audit log names the change',
    {
      tags: ['FEEDBACK-01'],
    },
    async (status) => {
      const queryId = await rate(`About ${status}?`, 'DISLIKE');
      expect((await list({ status: 'Open' })).map((each) => each.queryId)).toContain(queryId);
      const other = status === 'Closed' ? 'Require Attention' : 'Closed';
      expect((await set(queryId, other)).body.responseData).toMatchObject({ feedbackStatus: other });
      expect((await set(queryId, status)).body.responseData).toMatchObject({ feedbackStatus: status });
      expect((await list({ status })).map((each) => each.queryId)).toContain(queryId);
      expect((await list({ status: other })).map((each) => each.queryId)).not.toContain(queryId);
      const { items } = await owner.call(audit.endpoints.list, { query: {} });
      expect(items).toContainEqual(
        expect.objectContaining({ action: 'chat.feedback_status_set', details: { status } }),
      );
    },
  );

  it('is open again when its reader gives other feedback', async () => {
    const queryId = await rate('Changed?', 'LIKE');
    await set(queryId, 'Closed');
    await visitor.call(feedback.endpoints.likeDislike, {
      body: { appId, chatUserId, queryId, verdict: 'DISLIKE' },
    });
    expect((await list()).find((each) => each.queryId === queryId)).toMatchObject({
      verdict: 'DISLIKE',
      feedbackStatus: 'Open',
    });
  });

  it('is for every role but users, and for operators only on apps that they see', {
    tags: ['FEEDBACK-11'],
  }, async () => {
    const hidden = await owner.call(apps.endpoints.create, { body: { name: 'Hidden', access: 'PUBLIC' } });
    const queryId = await rate('Who may close this?', 'DISLIKE', hidden.appId);
    await owner.call(apps.endpoints.update, { body: { appId: hidden.appId, access: 'PRIVATE' } });
    const join = (role: 'ADMIN' | 'BUILDER' | 'OPERATOR' | 'USER', name: string) =>
      joinTenant(server, { tenantId, role, name });
    for (const role of ['ADMIN', 'BUILDER'] as const) {
      const { client } = await join(role, role);
      expect((await set(queryId, 'Closed', client)).status).toBe(200);
    }
    const user = await join('USER', 'Una');
    expect((await set(queryId, 'Closed', user.client)).status).toBe(403);
    const operator = await join('OPERATOR', 'Olga');
    const read = () => operator.client.send(ratedAnswers.endpoints.list, { query: { appId: hidden.appId } });
    expect((await read()).body).toMatchObject({ code: 'history.app_not_found' });
    expect((await set(queryId, 'Closed', operator.client)).body).toMatchObject({
      code: 'feedback.not_found',
    });
    await owner.call(access.endpoints.update, {
      params: { entityId: hidden.appId },
      body: { userIds: [operator.userId] },
    });
    expect((await read()).status).toBe(200);
    expect((await set(queryId, 'Require Attention', operator.client)).body.responseData).toMatchObject({
      feedbackStatus: 'Require Attention',
    });
    expect((await set('qry_none', 'Closed')).body).toMatchObject({ code: 'feedback.not_found' });
  });
});
