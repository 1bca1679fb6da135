import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const nothing = {
  isKnowledgeBaseExist: false,
  isAppExist: false,
  isAppTested: false,
  isGoldenQuestionExist: false,
  isBotPerformanceExist: false,
  app: null,
};

describe('the progress of a tenant', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const completionOf = (client: Client) => client.call(onboarding.endpoints.accountCompletion, {});

  it('is reported by flags that follow its content', { tags: ['ONBOARD-01', 'ONBOARD-14'] }, async () => {
    const { client } = await server.signUp();
    expect(await completionOf(client)).toEqual(nothing);

    await client.call(knowledge.endpoints.create, { body: { name: 'Handbook' } });
    expect(await completionOf(client)).toEqual({ ...nothing, isKnowledgeBaseExist: true });

    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'HR', access: 'PUBLIC' } });
    const withApp = {
      ...nothing,
      isKnowledgeBaseExist: true,
      isAppExist: true,
      app: { _id: appId, configuration: { type: 'PUBLIC' } },
    };
    expect(await completionOf(client)).toEqual(withApp);

    const question = { appId, query: 'How many days of leave?' };
    await server.visitor().call(chat.endpoints.query, { body: question });
    expect(await completionOf(client), 'a visitor tests nothing').toEqual(withApp);
    await client.call(chat.endpoints.query, { body: question });
    expect(await completionOf(client)).toEqual({ ...withApp, isAppTested: true });

    await client.call(apps.endpoints.update, { body: { appId, access: 'PRIVATE' } });
    const { app } = await completionOf(client);
    expect(app).toEqual({ _id: appId, configuration: { type: 'PRIVATE' } });
  });

  it('is shown to its own tenant only, and a tenantId is accepted only for that one', {
    tags: ['ONBOARD-14'],
  }, async () => {
    const { client, user } = await server.signUp();
    await client.call(knowledge.endpoints.create, { body: { name: 'Handbook' } });
    const elsewhere = await server.signUp('Grace Hopper');
    expect(await completionOf(elsewhere.client)).toEqual(nothing);
    const query = { tenantId: user.tenantId };
    const asked = await client.send(onboarding.endpoints.accountCompletion, { query });
    expect(asked.body.responseData).toMatchObject({ isKnowledgeBaseExist: true });
    const foreign = await elsewhere.client.send(onboarding.endpoints.accountCompletion, { query });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'auth.tenant_mismatch']);
  });
});

describe('the guided tours that a user has seen', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('are stored with the user, and can be reset to unseen', { tags: ['TOUR-15', 'TOUR-17'] }, async () => {
    const { client, user } = await server.signUp();
    const record = (guide: 'KB' | 'APP' | 'AGENT', seen?: boolean) =>
      client.call(onboarding.endpoints.recordGuide, {
        params: { id: user.userId },
        body: { guide, ...(seen === undefined ? {} : { seen }) },
      });
    const none = { hasSeenKbGuide: false, hasSeenAppGuide: false, hasSeenAgentGuide: false };
    expect(user.userWalkthroughTutorials).toEqual(none);
    expect(await record('APP')).toEqual({ ...none, hasSeenAppGuide: true });
    expect(await record('APP'), 'once is enough').toEqual({ ...none, hasSeenAppGuide: true });
    await record('KB');
    await record('AGENT');
    expect(await record('APP', false)).toEqual({
      hasSeenKbGuide: true,
      hasSeenAppGuide: false,
      hasSeenAgentGuide: true,
    });
    const { user: again } = await client.call(auth.endpoints.session, {});
    expect(again?.userWalkthroughTutorials).toMatchObject({ hasSeenKbGuide: true, hasSeenAppGuide: false });
  });

  it('are recorded by nobody else, not even in the same tenant', { tags: ['TOUR-17'] }, async () => {
    const { user } = await server.signUp();
    const other = (await server.signUp('Grace Hopper')).client;
    const refused = await other.send(onboarding.endpoints.recordGuide, {
      params: { id: user.userId },
      body: { guide: 'KB' },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'onboarding.user_not_found']);
    const [row] = await server.sql<{ seen: string[] }>(
      'select guides_seen as seen from users where id = $1',
      [user.userId],
    );
    expect(row?.seen).toEqual([]);
  });
});
