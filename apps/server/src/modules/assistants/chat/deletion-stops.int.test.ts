import { people } from '@atelier/contracts/account/people/people';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts } from '../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';
const question = 'How many days of paid leave do employees get?';

/** A call that is not stopped goes on for as long as this test waits for it. */
const atOnceMs = 3000;

let writer: FakeServer;
let embedder: FakeServer;
let server: TestServer;
/** Another process, which works on what the first one deletes. */
let other: TestServer;
let owner: Client;
let tenantId: string;
let tenantName: string;

beforeAll(async () => {
  const never = new Promise<never>(() => undefined);
  writer = await startScriptedModel(() => ({
    text: 'Employees get many days.',
    hold: { after: 1, until: never },
  }));
  embedder = await startFakeServer(() => never);
  const allowed = [writer, embedder].map(({ origin }) => new URL(origin).host).join(',');
  const env = { OUTBOUND_ALLOW: allowed };
  server = await startTestServer({ env });
  other = await server.another({ env });
});
afterAll(async () => {
  await other.close();
  await server.close();
  await writer.close();
  await embedder.close();
});
beforeEach(async () => {
  writer.requests.length = 0;
  embedder.requests.length = 0;
  const signedUp = await server.signUp();
  owner = signedUp.client;
  ({ tenantId, tenantName } = signedUp.user);
  await offerModels(owner, `${writer.origin}/v1`, { chatModels: ['writer'] });
});

const makeApp = async (change: object = {}): Promise<string> => {
  const body = { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC' as const, ...change };
  return (await owner.call(apps.endpoints.create, { body })).appId;
};
const makeAgent = async (): Promise<string> => {
  const { agentId } = await owner.call(agents.endpoints.create, { body: { name: 'Clerk' } });
  await owner.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const openAt = (at: TestServer, appId: string) =>
  openStream(at.visitor(), '/api/content/query', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appId, query: question, chatUserId, stream: true }),
  });
const isCalled = ({ requests }: FakeServer) => eventually(async () => requests.length > 0);
const expectStopped = async ({ requests }: FakeServer): Promise<void> => {
  await eventually(async () => requests.every(({ wasAborted }) => wasAborted), atOnceMs);
};
const findConversation = async (): Promise<string> => {
  const [row] = await server.sql<{ id: string }>('select id from conversations where tenant_id = $1', [
    tenantId,
  ]);
  return row?.id ?? '';
};
const countHolds = async () =>
  (await server.sql('select 1 from ledger_holds where tenant_id = $1', [tenantId])).length;
const removeCompany = () =>
  owner.call(people.endpoints.removeTenant, { params: { id: tenantId }, body: { tenantName } });

const deletions: Record<string, (appId: string) => Promise<unknown>> = {
  conversation: async (appId) =>
    server.visitor().call(chat.endpoints.removeSession, {
      params: { conversationId: await findConversation() },
      query: { appId, chatUserId },
    }),
  app: (appId) => owner.call(apps.endpoints.remove, { params: { id: appId } }),
  company: removeCompany,
};

describe.each(Object.keys(deletions))('the deletion of a %s', (what) => {
  const remove = (appId: string) => deletions[what]?.(appId);

  it('stops an answer that is read, in whichever process it is written', async () => {
    const appId = await makeApp();
    const stream = await openAt(other, appId);
    await eventually(async () => stream.received.some(({ event }) => event === 'token'));
    await remove(appId);
    await expectStopped(writer);
    expect(await stream.ended).toBe('closed');
    expect(stream.received.map(({ data }) => data['status'])).not.toContain('COMPLETED');
    await eventually(async () => (await countHolds()) === 0);
  });

  it('stops an answer that its reader has left', async () => {
    const appId = await makeApp();
    const stream = await openAt(server, appId);
    await eventually(async () => stream.received.some(({ event }) => event === 'token'));
    stream.stop();
    await stream.ended;
    await remove(appId);
    await expectStopped(writer);
  });

  it('stops an answer for which a program waits', async () => {
    const appId = await makeApp();
    const waiting = other
      .visitor()
      .send(chat.endpoints.query, { body: { appId, query: question, chatUserId } });
    await isCalled(writer);
    await remove(appId);
    await expectStopped(writer);
    await waiting;
  });

  it('stops the run of the agent that answers', async () => {
    const answererId = await makeAgent();
    const appId = await makeApp({ orchestration: 'AGENT', answererId });
    const stream = await openAt(server, appId);
    await isCalled(writer);
    await remove(appId);
    await expectStopped(writer);
    expect(await stream.ended).toBe('closed');
    const countOpenRuns = async () =>
      (
        await server.sql(
          `select 1 from runs where subject_id = $1 and status in ('QUEUED', 'RUNNING', 'WAITING')`,
          [answererId],
        )
      ).length;
    expect(await eventually(async () => (await countOpenRuns()) === 0, atOnceMs)).toBe(true);
  });
});

describe('the deletion of what runs by itself', () => {
  const startRun = async () => {
    const agentId = await makeAgent();
    const body = { agentId, input: 'Please do it.', environment: 'PRODUCTION' as const };
    await owner.call(agentRuns.endpoints.start, { body });
    await isCalled(writer);
    return agentId;
  };

  it('stops the runs of an agent', async () => {
    const agentId = await startRun();
    await owner.call(agents.endpoints.remove, { params: { id: agentId }, query: {} });
    await expectStopped(writer);
  });

  it('stops the runs of a company', async () => {
    await startRun();
    await removeCompany();
    await expectStopped(writer);
    expect(await server.sql('select 1 from runs where tenant_id = $1', [tenantId])).toEqual([]);
  });

  it.each(['knowledge base', 'company'])('stops the imports of a %s', async (what) => {
    const { providerId } = await offerModels(owner, `${embedder.origin}/v1`, {
      embeddingModels: ['by-meaning'],
    });
    const { knowledgeBaseId } = await owner.call(knowledge.endpoints.create, {
      body: { name: 'Leave', embeddingModelId: `${providerId}/by-meaning` },
    });
    await importTexts(owner, knowledgeBaseId, { 'leave.md': '# Leave\n\nEmployees get 25 days.\n' });
    await isCalled(embedder);
    if (what === 'company') await removeCompany();
    else
      await owner.call(baseRemoval.endpoints.remove, {
        params: { id: knowledgeBaseId },
        query: {},
      });
    await expectStopped(embedder);
    await eventually(async () => (await countHolds()) === 0);
  });
});
