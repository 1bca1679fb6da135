import { brotliCompressSync, gzipSync } from 'node:zlib';
import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedTurn } from '../../../../../tests/fakes/scripted-model.ts';
import { flowBed } from '../../../../../tests/flow-bed.ts';
import { answerWith, chatFlow, pieceStep, respondWith } from '../../../../../tests/flow-json.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const question = 'How many days of leave are there?';
const messages = [{ role: 'user' as const, content: question }];

let bed: WorkerBed;
let apiKey: string;
let knowledgeBaseId: string;
let agentId: string;
let client: OpenAI;
beforeAll(async () => {
  bed = await startWorkerBed([], { RATE_LIMIT_CHAT_PER_MINUTE: '6000' });
  apiKey = (await bed.client.call(auth.endpoints.getApiKey, {})).apiKey ?? '';
  client = new OpenAI({ baseURL: `${bed.server.origin}/v1`, apiKey, maxRetries: 0 });
  agentId = await bed.makeAgent();
  knowledgeBaseId = await filledBase(bed.client, { 'leave.md': 'There are 25 days of leave.\n' });
});
afterAll(() => bed.close());

/** A provider that receives too many requests, and asks for a wait that is too long for us. */
const busy: ScriptedTurn = { status: 429, headers: { 'retry-after': '30' } };
const refusal: ScriptedTurn = { status: 400, message: 'This request cannot be processed.' };
const always = (turn: ScriptedTurn) => bed.say(() => turn);

const post = async (path: string, body: unknown, by = bed.server.visitor()) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const response = await by.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    wait: response.headers.get('retry-after'),
    again: response.headers.get('x-should-retry'),
    body: (await response.json()) as Record<string, unknown>,
  };
};

const makeCrew = async (): Promise<string> => {
  const supervisor = { agentId: await bed.makeAgent() };
  const body = { name: uniqueName('Crew'), supervisor, subordinates: [agentId] };
  const { crewId } = await bed.client.call(crews.endpoints.create, { body });
  await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });
  return crewId;
};

const askModel = pieceStep('step_1', ['ai', 'ask_model'], { prompt: 'How many?' });
const publishChatFlow = async (): Promise<string> => {
  const body = chatFlow(uniqueName('Flow'), [askModel, answerWith('step_2', '{{step_1.text}}')]);
  const { flowId } = await bed.client.call(flows.endpoints.create, { body });
  await bed.client.call(flows.endpoints.publish, { params: { id: flowId } });
  return flowId;
};

/** Makes an app for each way in which an app is answered. */
const makeApps = async () => {
  const worker = await bed.deploy({ queue: [{ kind: 'APP' }] });
  const answered = [
    { orchestration: 'BASIC', knowledgeBaseIds: [knowledgeBaseId] },
    { orchestration: 'AGENT', answererId: agentId },
    { orchestration: 'ADVANCE', answererId: await publishChatFlow() },
    { orchestration: 'WORKER', answererId: worker.workerId },
  ] as const;
  const made: { orchestration: string; appId: string }[] = [];
  for (const each of answered) {
    const body = { name: uniqueName('App'), access: 'PUBLIC' as const, ...each };
    const { appId } = await bed.client.call(apps.endpoints.create, {
      body: body as Parameters<typeof bed.client.call<typeof apps.endpoints.create>>[1]['body'],
    });
    made.push({ orchestration: each.orchestration, appId });
  }
  return made;
};

describe('a provider that receives too many requests', () => {
  const wanted = { status: 429, wait: '30', body: { error: { code: 'models.upstream_rate_limited' } } };

  it.each([false, true])(
    'is 429 with its wait for programs that ask agents and crews (stream: %s)',
    async (stream) => {
      always(busy);
      for (const id of [agentId, await makeCrew()]) {
        const model = `agent:${id}`;
        expect(await post('/v1/chat/completions', { model, messages, stream })).toMatchObject({
          ...wanted,
          body: { error: { type: 'rate_limit_error', code: 'models.upstream_rate_limited' } },
        });
        expect(await post('/v1/responses', { model, input: question, stream })).toMatchObject({
          ...wanted,
          body: { error: { type: 'too_many_requests', code: 'models.upstream_rate_limited' } },
        });
      }
    },
  );

  it('is 429 with its wait for programs and visitors who ask apps, whatever answers them', async () => {
    always(busy);
    for (const { appId, orchestration } of await makeApps()) {
      const asked = { model: `app:${appId}`, messages };
      for (const stream of [false, true])
        expect({
          orchestration,
          ...(await post('/v1/chat/completions', { ...asked, stream })),
        }).toMatchObject({ orchestration, ...wanted });
      const visitor = bed.server.visitor();
      const body = JSON.stringify({ appId, query: question, chatUserId: 'visitor-0123456789abcdef' });
      const headers = { 'content-type': 'application/json' };
      const told = await visitor.fetch(chat.endpoints.query.path, { method: 'POST', headers, body });
      expect([told.status, told.headers.get('retry-after')]).toEqual([429, '30']);
    }
  });

  it('is 429 with its wait where an agent is executed, and where a caller waits for a flow', async () => {
    always(busy);
    expect(await post(agentRuns.endpoints.execute.path, { agentId, input: question })).toMatchObject({
      ...{ status: 429, wait: '30', body: { code: 'models.upstream_rate_limited' } },
    });
    const { publish, post: call } = flowBed(bed.server, bed.client);
    const flowId = await publish([askModel, respondWith('step_2', '{{step_1.text}}')]);
    const told = await call(`${flowId}/sync`, {});
    expect([told.status, told.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await told.json()).toMatchObject({ code: 'models.upstream_rate_limited' });
  });

  it('is named by the tools of the MCP server', async () => {
    always(busy);
    const mcp = new McpClient({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    const address = new URL(`${bed.server.origin}/mcp`);
    await mcp.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    const { tools } = await mcp.listTools();
    const tool = tools.find(({ name }) => name.startsWith('agent_'));
    const result = await mcp.callTool({ name: tool?.name ?? 'none', arguments: { task: question } });
    await mcp.close();
    expect(result).toMatchObject({ isError: true, _meta: { code: 'models.upstream_rate_limited' } });
  });

  it('is asked again by the official client, which then reads the answer', async () => {
    const turns: ScriptedTurn[] = [{ ...busy, headers: { 'retry-after': '21' } }, { text: '25 days.' }];
    bed.say(() => turns.shift() ?? { text: 'Once too often.' });
    const patient = new OpenAI({ baseURL: `${bed.server.origin}/v1`, apiKey, maxRetries: 1, fetch: hasty });
    const completion = await patient.chat.completions.create({ model: `agent:${agentId}`, messages });
    expect(completion.choices[0]?.message.content).toBe('25 days.');
  });
});

/** Shortens the wait that the server asks for, which the client would keep. */
const hasty: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.headers.get('retry-after') !== '21') return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '0.01');
  return new Response(response.body, { status: response.status, headers });
};

describe('a provider that fails', () => {
  it('is 502, after as many tries as the run shows', async () => {
    let calls = 0;
    bed.say(() => {
      calls += 1;
      return calls < 3 ? { status: 503 } : { text: '25 days.' };
    });
    const completion = await client.chat.completions.create({ model: `agent:${agentId}`, messages });
    expect(completion.choices[0]?.message.content).toBe('25 days.');
    const { run_id: runId } = completion as unknown as { run_id: string };
    const [turn] = await bed.server.sql<{ attempts: number }>(
      "select attempts from run_journal where run_id = $1 and name = 'turn 1'",
      [runId],
    );
    expect([calls, turn?.attempts]).toEqual([3, 3]);
    always({ status: 500, headers: { 'retry-after': '30' } });
    const failed = await client.chat.completions
      .create({ model: `agent:${agentId}`, messages })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(APIError);
    expect(failed).toMatchObject({ status: 502, code: 'models.upstream_unavailable' });
  });

  it('is asked once only where it refuses the request, and programs are told not to repeat it', async () => {
    let calls = 0;
    bed.say(() => {
      calls += 1;
      return refusal;
    });
    expect(await post('/v1/chat/completions', { model: `agent:${agentId}`, messages })).toMatchObject({
      ...{ status: 502, again: 'false', body: { error: { code: 'models.upstream_refused' } } },
    });
    expect(calls).toBe(1);
  });

  it('waits as long as the provider asks for before the run asks again', async () => {
    const times: number[] = [];
    bed.say(() => {
      times.push(performance.now());
      return times.length === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { text: '25 days.' };
    });
    await client.chat.completions.create({ model: `agent:${agentId}`, messages });
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1950);
  });
});

describe('a provider that dislikes a tool', () => {
  const odd = {
    name: 'odd_list',
    description: 'Takes a list.',
    parameters: {
      type: 'object',
      properties: {
        rows: { type: 'array' },
        count: { type: 'number', minimum: 0, exclusiveMinimum: true },
        never: { not: {} },
        word: { type: 'string', strict: null },
      },
    },
  };
  const chatTool = (each: object) => ({ type: 'function' as const, function: each as typeof odd });
  const good = { name: 'good_one', description: '', parameters: { type: 'object', properties: {} } };
  const reason =
    "Invalid schema for function 'odd_list': In context=('properties', 'rows'), array schema missing items.";

  it('gets the schema as it takes it', async () => {
    let seen: unknown;
    bed.say(({ tools }) => {
      seen = tools[0]?.function.parameters;
      return { text: '25 days.' };
    });
    await client.chat.completions.create({ model: `agent:${agentId}`, messages, tools: [chatTool(odd)] });
    expect(seen).toEqual({
      type: 'object',
      properties: {
        rows: { type: 'array', items: {} },
        count: { type: 'number', exclusiveMinimum: 0 },
        word: { type: 'string' },
      },
    });
  });

  it('is asked without it from then on, and the run says which tool, and why', async () => {
    const offered: string[][] = [];
    bed.say(({ tools, turn }) => {
      const names = tools.map((each) => each.function.name);
      offered.push(names);
      if (names.includes('odd_list')) return { status: 400, message: reason };
      return turn === 0 ? { calls: [['good_one', {}]] } : { text: '25 days.' };
    });
    const tools = [chatTool(odd), chatTool(good)];
    const first = await client.chat.completions.create({ model: `agent:${agentId}`, messages, tools });
    const [call] = first.choices[0]?.message.tool_calls ?? [];
    const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'Yes.' };
    const said = { role: 'assistant' as const, tool_calls: call ? [call] : [] };
    const last = await client.chat.completions.create({
      ...{ model: `agent:${agentId}`, tools },
      messages: [...messages, said, result],
    });
    expect(last.choices[0]?.message.content).toBe('25 days.');
    expect(offered).toEqual([['odd_list', 'good_one'], ['good_one'], ['good_one']]);
    const { run_id: runId } = last as unknown as { run_id: string };
    const { steps } = await bed.client.call(agentRuns.endpoints.get, { params: { runId } });
    expect(steps[0]).toEqual({ type: 'LEFT_OUT', turn: 1, tool: 'odd_list', title: 'odd_list', reason });
  });

  it('is quoted to members where it names no tool, and not to visitors', async () => {
    always({ status: 400, message: 'The keyword “pattern” is not supported.' });
    const told = await client.chat.completions
      .create({ model: `agent:${agentId}`, messages })
      .catch((error: unknown) => error);
    expect(told).toMatchObject({
      code: 'models.upstream_refused',
      message: expect.stringContaining('The keyword “pattern” is not supported.') as string,
    });
    const { items } = await bed.client.call(agentRuns.endpoints.list, { query: { agentId } });
    expect(items[0]?.cause?.message).toBe(
      'The model provider refused this request. It says: “The keyword “pattern” is not supported.”',
    );
    for (const { appId } of await makeApps()) {
      const asked = { appId, query: question, chatUserId: 'visitor-0123456789abcdef' };
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(asked);
      const reply = await bed.server
        .visitor()
        .fetch(chat.endpoints.query.path, { method: 'POST', headers, body });
      expect(reply.status).toBe(502);
      expect(await reply.text()).not.toContain('pattern');
    }
  });
});

describe('a provider that dislikes the form of an answer', () => {
  const schema = {
    type: 'object',
    properties: { days: { type: 'integer', minimum: 0, exclusiveMinimum: true }, notes: { type: 'array' } },
    required: ['days'],
  };
  const format = { type: 'json_schema' as const, json_schema: { name: 'leave', schema } };
  const reason = "Invalid schema for response_format 'reply': In context=(), 'allOf' is not permitted.";

  it('gets its schema as it takes it', async () => {
    let seen: unknown;
    bed.say(({ response_format: asked }) => {
      seen = asked;
      return { text: '{"days":25}' };
    });
    await client.chat.completions.create({
      ...{ model: `agent:${agentId}`, messages, response_format: format },
    });
    expect(seen).toMatchObject({
      json_schema: {
        schema: {
          properties: { days: { type: 'integer', exclusiveMinimum: 0 }, notes: { type: 'array', items: {} } },
        },
      },
    });
  });

  it('is told the form in words from then on, and the run says why', async () => {
    const asked: boolean[] = [];
    let last = '';
    bed.say(({ response_format: given, messages: said, turn }) => {
      asked.push(given !== undefined);
      if (given !== undefined) return { status: 400, message: reason };
      last = JSON.stringify(said.at(-1));
      return { text: turn === 0 ? '{"days":"many"}' : '{"days":25}' };
    });
    const told = await client.chat.completions.create({
      ...{ model: `agent:${agentId}`, messages, response_format: format },
    });
    expect(told.choices[0]?.message.content).toBe('{"days":25}');
    expect(asked).toEqual([true, false, false]);
    expect(last).toContain('fits this JSON Schema');
    const { run_id: runId } = told as unknown as { run_id: string };
    const { steps } = await bed.client.call(agentRuns.endpoints.get, { params: { runId } });
    expect(steps.filter(({ type }) => type === 'FORMAT_REFUSED')).toEqual([
      { type: 'FORMAT_REFUSED', turn: 1, reason },
    ]);
  });
});

describe('a stream for programs', () => {
  it.each([
    ['/v1/chat/completions', { messages }],
    ['/v1/responses', { input: question }],
  ] as const)('of %s is neither kept nor changed by proxies', async (path, asked) => {
    always({ text: '25 days.' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
    const body = JSON.stringify({ model: `agent:${agentId}`, stream: true, ...asked });
    const reply = await bed.server.visitor().fetch(path, { method: 'POST', headers, body });
    expect(await reply.text()).toContain('25');
    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(reply.headers.get('cache-control')).toBe('no-store, no-transform');
  });

  it.each([
    ['gzip', gzipSync, { 'content-encoding': 'gzip' }],
    ['br', brotliCompressSync, { 'content-encoding': 'br' }],
    ['a mark of byte order', (bytes) => Buffer.concat([Buffer.from('\u{feff}'), bytes]), {}],
    [
      'UTF-16',
      (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
      { 'content-type': 'application/json; charset=utf-16le' },
    ],
  ] as const satisfies readonly [string, (bytes: Buffer) => Buffer, Record<string, string>][])(
    'of a question in %s reads it as in plain UTF-8',
    async (_name, write, encoding) => {
      const asked: string[] = [];
      bed.say(({ messages: all }) => {
        asked.push(JSON.stringify(all));
        return { text: '25 days.' };
      });
      const plain = JSON.stringify({
        model: `agent:${agentId}`,
        messages: [{ role: 'user', content: 'Größe?' }],
      });
      const reply = await bed.server.visitor().fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...encoding },
        body: new Uint8Array(write(Buffer.from(plain))),
      });
      expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('25 days.')]);
      expect(asked.join()).toContain('Größe?');
    },
  );
});
