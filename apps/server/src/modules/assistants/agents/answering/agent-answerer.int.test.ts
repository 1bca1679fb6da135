import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { openStream } from '../../../../../tests/event-stream.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { answerThroughAgent } from './answer-through-agent.ts';

const question = 'How many days of paid leave do employees get?';
const chatUserId = 'visitor-0123456789abcdef';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let owner: Client;
let tenantId: string;
let knowledgeBaseId: string;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startScriptedModel(() => ({ text: '' }));
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({
    env: { OUTBOUND_ALLOW: allowed, RATE_LIMIT_CHAT_PER_MINUTE: '6000' },
  });
  const signedUp = await server.signUp();
  owner = signedUp.client;
  tenantId = signedUp.user.tenantId;
  await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
  knowledgeBaseId = await filledBase(owner, {
    'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
    'sick.md': '# Sick leave\n\nSick days are paid for six weeks.\n',
  });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

type Change = Partial<Parameters<typeof owner.call<typeof agents.endpoints.create>>[1]['body']>;
const makeAgent = async (change: Change = {}, by = owner): Promise<string> => {
  const body = { name: `Agent ${crypto.randomUUID()}`, ...change };
  const { agentId } = await by.call(agents.endpoints.create, { body });
  await by.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const appBody = (answererId: string | null) => ({
  name: `App ${crypto.randomUUID()}`,
  access: 'PUBLIC' as const,
  orchestration: 'AGENT' as const,
  answererId,
});
const createApp = (answererId: string) => owner.call(apps.endpoints.create, { body: appBody(answererId) });
const ask = (appId: string, query = question, by = server.visitor()) =>
  by.send(chat.endpoints.query, { body: { appId, query, chatUserId } });
const streamed = (appId: string, query = question) =>
  openStream(server.visitor(), chat.endpoints.query.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appId, query, chatUserId, stream: true }),
  });
type Stream = Awaited<ReturnType<typeof streamed>>;
const textOf = ({ received }: Stream) =>
  received.flatMap(({ event, data }) => (event === 'token' ? [data['text']] : [])).join('');
const runsOf = async (agentId: string) =>
  (await owner.call(agentRuns.endpoints.list, { query: { agentId } })).items;

const searchTool = ({ tools }: Parameters<Script>[0]) =>
  tools.find(({ function: { name } }) => name.startsWith('search_'))?.function.name ?? '';
/** Returns the number that a search gave to the passages of a document. */
const numberOf = (result: string, document: string): string =>
  new RegExp(`\\[(\\d+)\\] ${document}`).exec(result)?.[1] ?? 'none';

/** Searches twice, and cites a passage of the second search before one of the first. */
const searchTwice: Script = (request) => {
  const { turn, messages } = request;
  if (turn === 0)
    return { text: 'Let me look.', calls: [[searchTool(request), { query: 'paid leave days' }]] };
  if (turn === 1) return { calls: [[searchTool(request), { query: 'sick days' }]] };
  const [first = '', second = ''] = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content));
  return {
    text: `Sick days are paid for six weeks [${numberOf(second, 'sick.md')}]. You get 25 days [${numberOf(first, 'leave.md')}]. No such source [99].`,
  };
};

describe('an app that an agent answers', () => {
  it('streams the answer, cites the passages of all its searches, and traces its steps', async () => {
    script = searchTwice;
    const agentId = await makeAgent({
      name: `Finder ${crypto.randomUUID()}`,
      knowledgeBaseIds: [knowledgeBaseId],
    });
    const { appId, state, answerer } = await createApp(agentId);
    expect({ state, answerer }).toMatchObject({ state: 'READY', answerer: { answererId: agentId } });
    const stream = await streamed(appId);
    expect(await stream.ended).toBe('closed');
    expect(textOf(stream)).toBe('Sick days are paid for six weeks [1]. You get 25 days [2]. No such source.');
    const cited = stream.received.filter(({ event }) => event === 'citation').map(({ data }) => data);
    expect(cited).toMatchObject([
      { index: 1, documentName: 'sick.md' },
      { index: 2, documentName: 'leave.md', quote: expect.stringContaining('25 days') as string },
    ]);
    const queryId = String(stream.received[0]?.data['queryId']);
    const source = await server.visitor().send(chat.endpoints.source, {
      query: { appId, chatUserId, queryId, index: 2 },
    });
    expect(source.status).toBe(200);
    const [run] = await runsOf(agentId);
    expect(run?.status).toBe('COMPLETED');
    const details = await owner.call(history.endpoints.queryDetails, {
      params: { queryId },
      query: { appId },
    });
    expect(details).toMatchObject({ runId: run?.runId, status: 'COMPLETED' });
    const [row] = await server.sql<{ steps: { kind: string }[] }>(
      `select retrieval -> 'steps' as steps from messages where id = $1`,
      [queryId],
    );
    expect(row?.steps.map(({ kind }) => kind)).toEqual([
      ...['STEP', 'MODEL', 'STEP', 'SEARCH', 'MODEL', 'SEARCH', 'MODEL'],
    ]);
    expect(row?.steps[0]).toMatchObject({ runId: run?.runId, status: 'SUCCEEDED' });
    expect(row?.steps[3]).toMatchObject({ query: 'paid leave days' });
  });

  it('shows a long answer while the model is still writing it', async () => {
    const long = 'Every employee has a right to paid leave. '.repeat(12);
    const go = Promise.withResolvers<void>();
    script = () => ({ text: `${long}The end.`, hold: { after: 60, until: go.promise } });
    const { appId } = await createApp(await makeAgent());
    const stream = await streamed(appId);
    await eventually(() => Promise.resolve(textOf(stream).length > 200));
    expect(textOf(stream)).not.toContain('The end.');
    go.resolve();
    await stream.ended;
    expect(textOf(stream)).toBe(`${long}The end.`);
  });

  it('keeps the conversation, and charges each call of the model once, to company, app and run', async () => {
    script = ({ messages }) => ({ text: `I have read ${messages.length} messages.` });
    const agentId = await makeAgent();
    const { appId } = await createApp(agentId);
    const first = (await ask(appId)).body.responseData;
    expect(first.answer).toBe('I have read 2 messages.');
    const { answer } = await server.visitor().call(chat.endpoints.query, {
      body: { appId, query: 'And now?', chatUserId, conversationId: first.conversationId },
    });
    expect(answer).toBe('I have read 4 messages.');
    const uses = await server.sql<{ amount: string }>(
      'select amount from usage_records where tenant_id = $1 and app_id = $2 and amount > 0',
      [tenantId, appId],
    );
    expect(uses).toHaveLength(2);
    expect(first.usage.credits * 1_000_000).toBeCloseTo(Number(uses[0]?.amount), 3);
    expect(first.usage).toMatchObject({ inputTokens: 100, outputTokens: 20 });
    const held = `select amount from ledger_balances where tenant_id = $1 and account = 'HELD'`;
    expect(await server.sql(held, [tenantId])).toEqual([{ amount: '0' }]);
    const runs = await runsOf(agentId);
    expect(runs.map(({ credits }) => credits)).toEqual([first.usage.credits, first.usage.credits]);
  });

  it('cites what another app cited, when the agent asks that app', async () => {
    const inner = await owner.call(apps.endpoints.create, {
      body: { name: `Inner ${crypto.randomUUID()}`, access: 'PUBLIC', knowledgeBaseIds: [knowledgeBaseId] },
    });
    script = (request) => {
      const { tools, turn, messages } = request;
      const tool = tools.find(({ function: { name } }) => name.startsWith('ask_'))?.function.name;
      // The app asks the same model, without tools.
      if (tools.length === 0) return { text: 'They get 25 days [1].' };
      return turn === 0
        ? { calls: [[tool ?? '', { question }]] }
        : { text: `The app says: ${String(messages.at(-1)?.content).split('\n')[0]}` };
    };
    const { appId } = await createApp(await makeAgent({ appIds: [inner.appId] }));
    const { body } = await ask(appId);
    expect(body.responseData).toMatchObject({
      answer: 'The app says: They get 25 days [1].',
      citations: [{ index: 1, documentName: 'leave.md' }],
    });
  });

  it('cites what another agent found, and what the agent itself found beside it', async () => {
    const inner = await makeAgent({
      knowledgeBaseIds: [knowledgeBaseId],
      instructions: 'You are the expert.',
    });
    const outer = await makeAgent({ agentIds: [inner], knowledgeBaseIds: [knowledgeBaseId] });
    script = (request) => {
      const { messages, tools, turn } = request;
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
      if (String(messages[0]?.content).startsWith('You are the expert.'))
        return turn === 0
          ? { calls: [[searchTool(request), { query: 'paid leave days' }]] }
          : { text: `They get 25 days [${numberOf(results[0] ?? '', 'leave.md')}]. Unknown [99].` };
      const ask = tools.find(({ function: { name } }) => name.startsWith('hand_to'))?.function.name ?? '';
      if (turn === 0)
        return {
          calls: [
            [ask, { task: 'How many days?' }],
            [searchTool(request), { query: 'sick days' }],
          ],
        };
      const [told = '', found = ''] = results;
      return {
        text: `The expert says: ${told.split('\n')[0]} Sick days: six weeks [${numberOf(found, 'sick.md')}].`,
      };
    };
    const { appId } = await createApp(outer);
    const { body } = await ask(appId);
    expect(body.responseData).toMatchObject({
      answer: 'The expert says: They get 25 days [1]. Unknown. Sick days: six weeks [2].',
      citations: [
        { index: 1, documentName: 'leave.md', quote: expect.stringContaining('25 days') as string },
        { index: 2, documentName: 'sick.md' },
      ],
    });
  });

  it('cites what a member of a crew found', async () => {
    const name = `Expert ${crypto.randomUUID()}`;
    const lead = await makeAgent({ instructions: 'You are the lead.' });
    const member = await makeAgent({ name, knowledgeBaseIds: [knowledgeBaseId] });
    const { crewId } = await owner.call(crews.endpoints.create, {
      body: {
        ...{ name: `Crew ${crypto.randomUUID()}`, supervisor: { agentId: lead } },
        subordinates: [member],
      },
    });
    await owner.call(agents.endpoints.publish, { params: { id: crewId } });
    script = (request) => {
      const { messages, turn } = request;
      const last = String(messages.at(-1)?.content);
      const isLead = String(messages[0]?.content).includes('You are the lead.');
      if (turn === 0)
        return {
          calls: isLead
            ? [['delegate_task', { member: name, task: 'How many days?' }]]
            : [[searchTool(request), { query: 'paid leave days' }]],
        };
      return isLead
        ? { text: `We found: ${last.split('\n')[0]}` }
        : { text: `They get 25 days [${numberOf(last, 'leave.md')}].` };
    };
    const { appId } = await createApp(crewId);
    expect((await ask(appId)).body.responseData).toMatchObject({
      answer: 'We found: They get 25 days [1].',
      citations: [{ index: 1, documentName: 'leave.md' }],
    });
  });

  it('says NONE when the agent searched and cites nothing', async () => {
    script = (request) =>
      request.turn === 0 ? { calls: [[searchTool(request), { query: 'pets' }]] } : { text: 'I do not know.' };
    const { appId } = await createApp(await makeAgent({ knowledgeBaseIds: [knowledgeBaseId] }));
    expect((await ask(appId)).body.responseData).toMatchObject({ answerKind: 'NONE', citations: [] });
  });

  it('is stopped by its reader, which cancels the run', async () => {
    const go = Promise.withResolvers<void>();
    script = () => ({ text: 'word '.repeat(200), hold: { after: 100, until: go.promise } });
    const agentId = await makeAgent();
    const { appId } = await createApp(agentId);
    const stream = await streamed(appId);
    await eventually(() => Promise.resolve(textOf(stream).length > 200));
    const queryId = String(stream.received[0]?.data['queryId']);
    await server.visitor().call(chat.endpoints.stop, { body: { appId, chatUserId, queryId } });
    await stream.ended;
    go.resolve();
    expect((await runsOf(agentId))[0]?.status).toBe('CANCELLED');
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items).toMatchObject([{ status: 'STOPPED' }]);
  });

  it('tells members why the agent failed, and visitors only that it failed', async () => {
    script = () => ({ text: 'No.', finish: 'content_filter' });
    const { appId } = await createApp(await makeAgent());
    const { body } = await ask(appId);
    expect(body).toMatchObject({ code: 'chat.agent_failed' });
    expect(body.message).not.toContain('refused');
    const told = await ask(appId, question, owner);
    expect(told.body.message).toContain('The model refused the task');
  });

  it('says so when the agent is switched off', async () => {
    const agentId = await makeAgent();
    const { appId } = await createApp(agentId);
    await owner.call(agents.endpoints.update, { params: { id: agentId }, body: { active: false } });
    expect((await ask(appId)).body).toMatchObject({ code: 'chat.agent_off' });
  });

  it('is ended, with its run, when it takes too long', async () => {
    const go = Promise.withResolvers<void>();
    script = () => ({ text: 'one two three', hold: { after: 1, until: go.promise } });
    const agentId = await makeAgent();
    const { version, name } = await owner.call(agents.endpoints.get, { params: { id: agentId }, query: {} });
    const parts = answerThroughAgent(
      {
        agent: { agentId, versionId: version.versionId, name },
        app: { appId: null } as Parameters<typeof answerThroughAgent>[0]['app'],
        question,
        patienceMs: 300,
        onUsed: () => undefined,
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
    await expect(read()).rejects.toMatchObject({ code: 'chat.agent_slow' });
    go.resolve();
    expect((await runsOf(agentId))[0]?.status).toBe('CANCELLED');
  });
});

describe('a step about which somebody has to decide', () => {
  const begin = async (path: string) => {
    script = ({ turn, messages }) =>
      turn === 0
        ? { calls: [['send_request', { method: 'POST', url: `${site.origin}${path}` }]] }
        : { text: `Sent: ${String(messages.at(-1)?.content).slice(0, 20)}` };
    const agentId = await makeAgent({
      tools: { toolList: [{ _id: 'tol_send_request' }] },
      approval: 'ALWAYS',
    });
    const { appId } = await createApp(agentId);
    const stream = await streamed(appId, 'Please send it.');
    await eventually(() => Promise.resolve(textOf(stream).includes('somebody has to decide')));
    return { agentId, appId, stream };
  };
  const decide = async (agentId: string, decision: 'APPROVED' | 'REJECTED') => {
    const runId = (await runsOf(agentId))[0]?.runId ?? '';
    const { steps } = await owner.call(agentRuns.endpoints.get, { params: { runId } });
    const open = steps.at(-1);
    const token = (open?.type === 'TOOL' && open.approvalToken) || '';
    await owner.call(agentRuns.endpoints.decide, { params: { token }, body: { decision } });
  };
  const answerOf = async ({ received }: Stream) => {
    const [row] = await server.sql<{ status: string; answer: string; waits: string | null }>(
      'select status, answer, awaited_run_id as waits from messages where id = $1',
      [String(received[0]?.data['queryId'])],
    );
    return row;
  };

  it('is told to the visitor, and the answer goes on when it was decided', async () => {
    const { agentId, stream } = await begin('/now');
    expect(textOf(stream)).toContain('“HTTP request”');
    expect(site.requests.filter(({ path }) => path === '/now')).toHaveLength(0);
    await decide(agentId, 'APPROVED');
    await stream.ended;
    expect(textOf(stream)).toMatch(/follows here\.\n\nSent: /);
    expect(site.requests.filter(({ path }) => path === '/now')).toHaveLength(1);
  });

  /** Does as if the reader had waited for a minute, and opens the stream in which the page waits for the rest. */
  const leave = async ({ agentId, appId, stream }: Awaited<ReturnType<typeof begin>>) => {
    const runId = (await runsOf(agentId))[0]?.runId ?? '';
    const queryId = String(stream.received[0]?.data['queryId']);
    await server.sql(
      `update messages set awaited_run_id = $2, status = 'COMPLETED', answer = 'Before.' where id = $1`,
      [queryId, runId],
    );
    const place = { appId, chatUserId, queryId, text: '7', rest: 'true' };
    const rest = await openStream(
      server.visitor(),
      `${chat.endpoints.resume.path}?${new URLSearchParams(place).toString()}`,
    );
    await eventually(() => Promise.resolve(rest.received.length === 1));
    return { runId, queryId, rest };
  };

  it('gives the rest to a reader whose page is still open', async () => {
    const begun = await begin('/page');
    const { queryId, rest } = await leave(begun);
    const { conversationId } = begun.stream.received[0]?.data ?? {};
    const { messages } = await server.visitor().call(chat.endpoints.session, {
      params: { conversationId: String(conversationId) },
      query: { appId: begun.appId, chatUserId },
    });
    expect(messages).toMatchObject([{ queryId, status: 'COMPLETED', restFollows: true }]);
    await decide(begun.agentId, 'APPROVED');
    expect(await rest.ended).toBe('closed');
    expect(rest.received.at(-1)).toMatchObject({ event: 'done', data: { restFollows: false } });
    expect(`Before.${textOf(rest)}`).toBe((await answerOf(begun.stream))?.answer);
    expect(textOf(rest)).toMatch(/^\n\nSent: /);
    await begun.stream.ended;
  });

  it('says in the open page that the run was cancelled', async () => {
    const begun = await begin('/cancelled');
    const { runId, rest } = await leave(begun);
    await owner.call(agentRuns.endpoints.cancel, { params: { runId } });
    expect(await rest.ended).toBe('closed');
    expect(textOf(rest)).toContain('nothing more follows');
    expect(await answerOf(begun.stream)).toMatchObject({ answer: `Before.${textOf(rest)}`, waits: null });
    expect(site.requests.filter(({ path }) => path === '/cancelled')).toHaveLength(0);
    await begun.stream.ended;
  });

  it('ends the wait of its reader, and the run adds the rest to the stored answer', async () => {
    const begun = await begin('/later');
    const { agentId, stream } = begun;
    await leave(begun);
    await decide(agentId, 'REJECTED');
    const row = await eventually(async () => {
      const found = await answerOf(stream);
      return found?.waits === null ? found : undefined;
    });
    expect(row.answer).toMatch(/^Before\.\n\nSent: /);
    await stream.ended;
  });
});

describe('the choice of an agent that answers an app', () => {
  const offered = async (by: Client) => {
    const { orchestrations } = await by.call(apps.endpoints.orchestrations, {});
    return orchestrations.find(({ orchestration }) => orchestration === 'AGENT');
  };
  const codeOf = async (answererId: string | null) =>
    (await owner.send(apps.endpoints.create, { body: appBody(answererId) })).body.code;

  it('says what is missing until an agent is published, and lists those that are on', async () => {
    const { client } = await server.signUp();
    expect(await offered(client)).toMatchObject({
      missing: expect.stringContaining('Make one under Agents') as string,
      answerers: [],
    });
    await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
    const agentId = await makeAgent({}, client);
    await client.call(agents.endpoints.create, { body: { name: 'Draft' } });
    const { answerers = [], missing } = (await offered(client)) ?? {};
    expect(missing).toBeNull();
    expect(answerers.map(({ answererId }) => answererId)).toEqual([agentId]);
  });

  it('refuses agents that cannot answer, and those of other companies', async () => {
    const { client } = await server.signUp();
    await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
    const { agentId: draft } = await owner.call(agents.endpoints.create, {
      body: { name: `Draft ${crypto.randomUUID()}` },
    });
    expect(await codeOf(await makeAgent({}, client))).toBe('apps.answerer_not_found');
    expect(await codeOf(null)).toBe('apps.answerer_not_found');
    expect(await codeOf(draft)).toBe('apps.agent_not_ready');
  });

  it('refuses a circle of apps and agents, from both sides', async () => {
    const agentId = await makeAgent();
    const { appId } = await createApp(agentId);
    const asksApp = await owner.send(agents.endpoints.update, {
      params: { id: agentId },
      body: { appIds: [appId] },
    });
    expect(asksApp.body.code).toBe('agents.circle');
    const outer = await makeAgent({ appIds: [appId] });
    const changed = await owner.send(apps.endpoints.update, {
      body: { appId, orchestration: 'AGENT', answererId: outer },
    });
    expect(changed.body.code).toBe('apps.answerer_circle');
  });

  it('is not asked when ten of them have asked each other already', async () => {
    const parts = answerThroughAgent(
      {
        agent: { agentId: 'agt_deep', versionId: '', name: 'Deep' },
        app: { appId: null } as Parameters<typeof answerThroughAgent>[0]['app'],
        ...{ question, patienceMs: 1000, onUsed: () => undefined },
      },
      {
        ctx: server.contextOf(tenantId),
        ...{ queryId: 'qry_deep', conversationId: 'cnv_none', history: [], depth: 10, isStored: true },
        signal: new AbortController().signal,
        remember: () => undefined,
        trace: () => undefined,
      },
    );
    await expect(parts[Symbol.asyncIterator]().next()).rejects.toThrow('ten times');
  });
});
