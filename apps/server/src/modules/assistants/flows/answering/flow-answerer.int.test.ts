import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachFile } from '../../../../../tests/chat/attach-file.ts';
import type { Client } from '../../../../../tests/client.ts';
import { openStream } from '../../../../../tests/event-stream.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import {
  answerWith,
  chatFlow,
  keep,
  pieceStep,
  router,
  webhookFlow,
} from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { answerThroughFlow } from './answer-through-flow.ts';

const question = 'How many days of paid leave do employees get?';
const chatUserId = 'visitor-0123456789abcdef';

let server: TestServer;
let provider: FakeOpenAI;
let owner: Client;
let tenantId: string;
let ownerEmail: string;
let knowledgeBaseId: string;
beforeAll(async () => {
  provider = await startFakeOpenAI();
  server = await startTestServer({
    env: { OUTBOUND_ALLOW: new URL(provider.baseUrl).host, RATE_LIMIT_CHAT_PER_MINUTE: '6000' },
  });
  const signedUp = await server.signUp();
  owner = signedUp.client;
  ownerEmail = signedUp.email;
  tenantId = signedUp.user.tenantId;
  knowledgeBaseId = await filledBase(owner, {
    'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

type Json = Parameters<typeof chatFlow>[1];
const publish = async (steps: Json, by = owner): Promise<string> => {
  const body = chatFlow(`Flow ${crypto.randomUUID()}`, steps);
  const { flowId } = await by.call(flows.endpoints.create, { body });
  await by.call(flows.endpoints.publish, { params: { id: flowId } });
  return flowId;
};
const createApp = (answererId: string, more: object = {}) =>
  owner.call(apps.endpoints.create, {
    body: {
      name: `App ${crypto.randomUUID()}`,
      access: 'PUBLIC',
      orchestration: 'ADVANCE',
      answererId,
      ...more,
    },
  });
const ask = (appId: string, query = question, by = server.visitor()) =>
  by.send(chat.endpoints.query, { body: { appId, query, chatUserId } });
const streamed = (appId: string, query = question) =>
  openStream(server.visitor(), chat.endpoints.query.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appId, query, chatUserId, stream: true }),
  });
const askKnowledge = (more: object = {}) =>
  pieceStep('step_1', ['knowledge', 'ask_knowledge'], {
    question: '{{trigger.question}}',
    knowledgeBaseIds: [knowledgeBaseId],
    ...more,
  });
const runsOf = async (flowId: string) =>
  (await owner.call(flowRuns.endpoints.list, { query: { flowId } })).items;

describe('an app that a flow answers', () => {
  it('gets the name and the text of a file of the asker', async () => {
    const flowId = await publish([answerWith('step_1', '{{trigger.file.name}}: {{trigger.file.text}}')]);
    const { appId } = await createApp(flowId, { visitorFiles: true });
    const fileId = await attachFile(server.visitor(), { appId, chatUserId }, [
      'lease.md',
      'The notice period is three months.',
    ]);
    const about = { appId, query: 'What is the notice period?', chatUserId };
    const { answer } = await server.visitor().call(chat.endpoints.query, { body: { ...about, fileId } });
    expect(answer).toBe('lease.md: The notice period is three months.');
    const [run] = await server.sql<{ file: unknown }>(
      `select input #> '{payload,file}' as file from runs where subject_id = $1`,
      [flowId],
    );
    expect(run?.file).toMatchObject({ name: 'lease.md' });
  });

  it('streams the answer of the flow with the citations of its step, and keeps the conversation', async () => {
    const flowId = await publish([askKnowledge(), answerWith('step_2', '{{step_1.answer}}')]);
    const { appId, state, answerer } = await createApp(flowId);
    expect({ state, answerer }).toMatchObject({ state: 'READY', answerer: { answererId: flowId } });
    const stream = await streamed(appId);
    expect(await stream.ended).toBe('closed');
    const words = stream.received.filter(({ event }) => event === 'token').map(({ data }) => data['text']);
    expect(words.join('')).toMatch(/25 days.*\[1\]/);
    const cited = stream.received.filter(({ event }) => event === 'citation').map(({ data }) => data);
    expect(cited).toMatchObject([{ index: 1, documentName: 'leave.md' }]);
    expect(stream.received.at(-1)).toMatchObject({ event: 'done', data: { status: 'COMPLETED' } });
    const queryId = String(stream.received[0]?.data['queryId']);
    const source = await server.visitor().send(chat.endpoints.source, {
      query: { appId, chatUserId, queryId, index: 1 },
    });
    expect(source.status).toBe(200);

    const [run] = await runsOf(flowId);
    expect(run?.status).toBe('SUCCEEDED');
    const details = await owner.call(history.endpoints.queryDetails, {
      params: { queryId },
      query: { appId },
    });
    expect(details).toMatchObject({ runId: run?.runId, status: 'COMPLETED', sources: [{ index: 1 }] });
    const [row] = await server.sql<{ steps: object[] }>(
      `select retrieval -> 'steps' as steps from messages where id = $1`,
      [queryId],
    );
    expect(row?.steps).toMatchObject([
      { kind: 'STEP', runId: run?.runId, status: 'SUCCEEDED' },
      { title: 'step_1', status: 'SUCCEEDED' },
      { title: 'step_2', status: 'SUCCEEDED' },
    ]);
  });

  it('gives the flow the question, the earlier messages, and what the visitor told', async () => {
    const flowId = await publish([keep('step_1', '{{trigger}}'), answerWith('step_2', 'Noted.')]);
    const { appId } = await createApp(flowId, {
      collectUserInfo: true,
      userInfoFields: ['NAME', 'EMAIL'],
    });
    await server.visitor().call(visitors.endpoints.saveChatUser, {
      body: { appId, chatUserId, name: 'Ada', email: 'ada@example.com' },
    });
    const first = (await ask(appId, 'One?')).body.responseData;
    await server.visitor().call(chat.endpoints.query, {
      body: { appId, query: 'Two?', chatUserId, conversationId: first.conversationId },
    });
    const [run] = await runsOf(flowId);
    const { steps } = await owner.call(flowRuns.endpoints.steps, {
      params: { runId: run?.runId ?? '' },
      query: {},
    });
    const given: unknown = JSON.parse(steps.find(({ step }) => step === 'step_1')?.output?.text ?? '');
    expect(given).toMatchObject({
      question: 'Two?',
      conversationId: first.conversationId,
      history: [
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'Noted.' },
      ],
      visitor: { name: 'Ada', email: 'ada@example.com' },
      app: { id: appId },
    });
  });

  it('answers with the query, the conversation, the history and the chat user that its trigger has', async () => {
    const value =
      '{{trigger.query}} · {{trigger.conversationId}} · {{trigger.history[0].content}} · {{trigger.chatUser.name}} · {{trigger.chatUser.email}}';
    const flowId = await publish([answerWith('step_1', value)]);
    const { appId } = await createApp(flowId, { collectUserInfo: true, userInfoFields: ['NAME', 'EMAIL'] });
    await server.visitor().call(visitors.endpoints.saveChatUser, {
      body: { appId, chatUserId, name: 'Ada', email: 'ada@example.com' },
    });
    const { conversationId } = (await ask(appId, 'One?')).body.responseData;
    const { answer } = await server.visitor().call(chat.endpoints.query, {
      body: { appId, query: 'Two?', chatUserId, conversationId },
    });
    expect(answer).toBe(`Two? · ${conversationId} · One? · Ada · ada@example.com`);
    const ofMember = await publish([answerWith('step_1', '{{trigger.chatUser.email}}')]);
    const { appId: membersApp } = await createApp(ofMember);
    expect((await ask(membersApp, 'Who am I?', owner)).body.responseData.answer).toBe(ownerEmail);
  });

  it('shows the text of the step that writes the answer while the run goes on', async () => {
    const wait = pieceStep('step_2', ['delay', 'delay_for'], { seconds: 3600 });
    const flowId = await publish([askKnowledge(), wait, answerWith('step_3', '{{step_1.answer}}')]);
    const { appId } = await createApp(flowId);
    const stream = await streamed(appId);
    await eventually(async () => (await runsOf(flowId))[0]?.status === 'WAITING');
    const texts = () =>
      stream.received.flatMap(({ event, data }) => (event === 'token' ? [data['text']] : []));
    await eventually(async () => texts().length > 0);
    expect(texts().join('')).toContain('25 days');
    const queryId = String(stream.received[0]?.data['queryId']);
    await server.visitor().call(chat.endpoints.stop, { body: { appId, chatUserId, queryId } });
    await stream.ended;
  });

  it.each(['knowledge ask_knowledge', 'ai ask_model'])(
    'charges what %s used once, to company, app and run',
    async (of) => {
      const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['gpt-4o-mini'] });
      const modelId = `${providerId}/gpt-4o-mini`;
      const isModel = of === 'ai ask_model';
      const step = isModel
        ? pieceStep('step_1', ['ai', 'ask_model'], { modelId, prompt: '{{trigger.question}}' })
        : askKnowledge({ modelId });
      const flowId = await publish([
        step,
        answerWith('step_2', isModel ? '{{step_1.text}}' : '{{step_1.answer}}'),
      ]);
      const { appId } = await createApp(flowId);
      const { usage, queryId } = (await ask(appId)).body.responseData;
      const uses = await server.sql<{ amount: string }>(
        'select amount from usage_records where tenant_id = $1 and app_id = $2 and amount > 0',
        [tenantId, appId],
      );
      expect(uses).toHaveLength(1);
      expect(usage.credits * 1_000_000).toBeCloseTo(Number(uses[0]?.amount), 3);
      const [stored] = await server.sql<{ credits: number }>('select credits from messages where id = $1', [
        queryId,
      ]);
      expect(Number(stored?.credits)).toBeCloseTo(usage.credits, 9);
      const held = `select amount from ledger_balances where tenant_id = $1 and account = 'HELD'`;
      expect(await server.sql(held, [tenantId])).toEqual([{ amount: '0' }]);
      const [run] = await server.sql<{ cost: string }>(`select cost from runs where subject_id = $1`, [
        flowId,
      ]);
      expect(run?.cost).toBe(uses[0]?.amount);
    },
  );

  it('is stopped by its reader, which cancels the run', async () => {
    const wait = pieceStep('step_1', ['delay', 'delay_for'], { seconds: 3600 });
    const flowId = await publish([wait, answerWith('step_2', 'Late.')]);
    const { appId } = await createApp(flowId);
    const stream = await streamed(appId);
    await eventually(async () => (await runsOf(flowId))[0]?.status === 'WAITING');
    const queryId = String(stream.received[0]?.data['queryId']);
    await server.visitor().call(chat.endpoints.stop, { body: { appId, chatUserId, queryId } });
    await stream.ended;
    expect((await runsOf(flowId))[0]?.status).toBe('CANCELLED');
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items).toMatchObject([{ status: 'STOPPED' }]);
  });

  it('tells members which step failed and why, and visitors only that it failed', async () => {
    const bad = pieceStep('step_1', ['json', 'parse_json'], { text: 'no JSON' }, { displayName: 'Read it' });
    const flowId = await publish([bad, answerWith('step_2', 'Never.')]);
    const { appId } = await createApp(flowId);
    const { body } = await ask(appId);
    expect(body).toMatchObject({ code: 'chat.flow_failed' });
    expect(body.message).not.toContain('Read it');
    const told = await ask(appId, question, owner);
    expect(told.body.code).toBe('chat.flow_failed');
    expect(told.body.message).toContain('failed at “Read it”');
  });

  it('says so when the flow gives no answer, and when it is switched off', async () => {
    const flowId = await publish([keep('step_1', 'x')]);
    const { appId } = await createApp(flowId);
    expect((await ask(appId)).body).toMatchObject({ code: 'chat.flow_silent' });
    await owner.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: 'DISABLED' } });
    expect((await ask(appId)).body).toMatchObject({ code: 'chat.flow_off' });
  });

  it('names the app before its flow is switched off or deleted', async () => {
    const flowId = await publish([answerWith('step_1', 'Yes.')]);
    const { appId, name } = await createApp(flowId);
    const removal = await owner.call(flows.endpoints.removal, { params: { id: flowId }, query: {} });
    expect(removal.answers).toEqual([{ appId, name }]);
  });

  it('is ended, with its run, when it takes too long', async () => {
    const wait = pieceStep('step_1', ['delay', 'delay_for'], { seconds: 3600 });
    const flowId = await publish([wait, answerWith('step_2', 'Late.')]);
    const { version } = await owner.call(flows.endpoints.get, { params: { id: flowId }, query: {} });
    const [row] = await server.sql<{ content: Flow }>('select content from flow_versions where id = $1', [
      version.versionId,
    ]);
    const flow = row?.content as Flow;
    const parts = answerThroughFlow(
      {
        answering: {
          flowId,
          versionId: version.versionId,
          flow,
          settings: {},
          trigger: 'trigger',
        },
        app: { appId: null, name: 'App' } as Parameters<typeof answerThroughFlow>[0]['app'],
        question,
        patienceMs: 300,
        onSpent: () => undefined,
      },
      {
        ctx: server.contextOf(tenantId),
        ...{ queryId: 'qry_slow', conversationId: 'cnv_none', history: [], depth: 0, isStored: true },
        signal: new AbortController().signal,
        remember: () => undefined,
        trace: () => undefined,
      },
    );
    const read = async () => {
      for await (const part of parts) expect(part).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ code: 'chat.flow_slow' });
    expect((await runsOf(flowId))[0]?.status).toBe('CANCELLED');
  });

  it('shows in its trace what each step cost, with what it started', async () => {
    const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['writer'] });
    const modelId = `${providerId}/writer`;
    const asking = pieceStep('step_1', ['ai', 'ask_model'], { modelId, prompt: '{{trigger.question}}' });
    const called = await owner.call(flows.endpoints.create, {
      body: webhookFlow('Called', [
        pieceStep('step_1', ['ai', 'ask_model'], { modelId, prompt: 'Say it again.' }),
      ]),
    });
    await owner.call(flows.endpoints.publish, { params: { id: called.flowId } });
    const calling = pieceStep('step_2', ['sub-flow', 'call_flow'], {
      flowId: called.flowId,
      input: {},
      wait: true,
    });
    const flowId = await publish([asking, calling, answerWith('step_3', '{{step_1.text}}')]);
    const { appId } = await createApp(flowId);
    const { body } = await ask(appId, question, owner);
    const { queryId, usage } = body.responseData as { queryId: string; usage: { credits: number } };
    const { steps } = await owner.call(history.endpoints.queryDetails, {
      params: { queryId },
      query: { appId },
    });
    const costs = steps.map((step) => step.credits ?? 0);
    expect(costs).toEqual([0, expect.any(Number), expect.any(Number), 0]);
    expect(costs[1]).toBeGreaterThan(0);
    expect(costs[2]).toBeGreaterThan(0);
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(usage.credits, 6);
  });

  it('fails when flow and app ask each other in a circle', async () => {
    const flowId = await publish([answerWith('step_1', 'Not yet.')]);
    const { appId } = await createApp(flowId);
    const circle = pieceStep('step_1', ['knowledge', 'run_app'], { appId, question: '{{trigger.question}}' });
    const { trigger } = chatFlow('x', [circle, answerWith('step_2', '{{step_1.answer}}')]);
    await owner.call(flows.endpoints.update, { params: { id: flowId }, body: { trigger } });
    await owner.call(flows.endpoints.publish, { params: { id: flowId } });
    const { body } = await ask(appId, question, owner);
    expect(body.code).toBe('chat.flow_failed');
    expect(body.message).toContain('ten times');
    expect((await runsOf(flowId)).length).toBeLessThan(15);
  });

  it('answers from a branch, with the citations of the step in it', async () => {
    const yes = { firstValue: '{{step_1.isAnswered}}', operator: 'BOOLEAN_IS_TRUE' };
    const branches = [
      {
        branchName: 'Found',
        condition: yes,
        body: [answerWith('step_3', 'We looked it up: {{step_1.answer}}')],
      },
      { branchName: 'Else', body: [answerWith('step_4', 'Sorry.')] },
    ];
    const { appId } = await createApp(await publish([askKnowledge(), router('step_2', branches)]));
    const { body } = await ask(appId);
    expect(body.responseData).toMatchObject({
      answer: expect.stringMatching(/^We looked it up: .*25 days.*\[1\]/) as string,
      citations: [{ index: 1, documentName: 'leave.md' }],
    });
  });
});

describe('the choice of a flow that answers an app', () => {
  const offered = async (by: Client) => {
    const { orchestrations } = await by.call(apps.endpoints.orchestrations, {});
    return orchestrations.find(({ orchestration }) => orchestration === 'ADVANCE');
  };

  it('says what is missing, and lists published flows with a chat trigger that are on', async () => {
    const { client } = await server.signUp();
    expect(await offered(client)).toMatchObject({
      missing: expect.stringContaining('A question in a chat') as string,
      answerers: [],
    });
    const { flowId: hook } = await client.call(flows.endpoints.create, {
      body: webhookFlow('Hook', [keep('step_1', 'x')]),
    });
    await client.call(flows.endpoints.publish, { params: { id: hook } });
    const flowId = await publish([answerWith('step_1', 'Hello.')], client);
    const { answerers = [], missing } = (await offered(client)) ?? {};
    expect(missing).toBeNull();
    expect(answerers.map(({ answererId }) => answererId)).toEqual([flowId]);
    await client.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: 'DISABLED' } });
    expect((await offered(client))?.answerers).toEqual([]);
  });

  it('refuses flows that cannot answer, and those of other companies', async () => {
    const { client } = await server.signUp();
    const theirs = await publish([answerWith('step_1', 'Hello.')], client);
    const { flowId: draft } = await owner.call(flows.endpoints.create, { body: chatFlow('Draft', []) });
    const create = async (answererId: string | null) =>
      (
        await owner.send(apps.endpoints.create, {
          body: { name: `App ${crypto.randomUUID()}`, orchestration: 'ADVANCE' as const, answererId },
        })
      ).body.code;
    expect(await create(theirs)).toBe('apps.answerer_not_found');
    expect(await create(null)).toBe('apps.answerer_not_found');
    expect(await create(draft)).toBe('apps.flow_not_ready');
  });
});
