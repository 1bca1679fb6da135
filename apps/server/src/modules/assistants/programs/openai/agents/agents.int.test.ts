import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../../tests/client.ts';
import { eventually } from '../../../../../../tests/eventually.ts';
import { offerModels } from '../../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/harness.ts';
import { joinTenant } from '../../../../../../tests/member.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let owner: Client;
let tenantId: string;
let client: OpenAI;

const clientWith = (apiKey: string) => new OpenAI({ baseURL: `${server.origin}/v1`, apiKey, maxRetries: 0 });
const keyOf = async (by: Client) => (await by.call(auth.endpoints.getApiKey, {})).apiKey ?? '';

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer((_request, response) => void response.end('sent'));
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({
    env: { OUTBOUND_ALLOW: allowed, RATE_LIMIT_CHAT_PER_MINUTE: '6000' },
  });
  const signedUp = await server.signUp();
  owner = signedUp.client;
  tenantId = signedUp.user.tenantId;
  await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
  client = clientWith(await keyOf(owner));
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

type Body = Parameters<typeof owner.call<typeof agents.endpoints.create>>[1]['body'];
const makeAgent = async (change: Partial<Body> = {}, publish = true): Promise<string> => {
  const body = { name: `Agent ${crypto.randomUUID()}`, ...change };
  const { agentId } = await owner.call(agents.endpoints.create, { body });
  if (publish) await owner.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const modelOf = async (change: Partial<Body> = {}) => `agent:${await makeAgent(change)}`;
const runsOf = async (name: string) =>
  (await owner.call(agentRuns.endpoints.list, { query: { agentId: name.slice('agent:'.length) } })).items;

/** What a stream must have led to. The client adds fields of its own to the output of a stream. */
const stored = async (id: string) => {
  const { output, status, usage, model: name } = await client.responses.retrieve(id);
  return { id, output, status, usage, model: name };
};

const weather = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};
const chatTool = { type: 'function' as const, function: weather };
const responseTool = { type: 'function' as const, strict: false, ...weather };
const user = (content: string) => ({ role: 'user' as const, content });

/** Asks for the weather of two cities, adds it up, and asks for a third. */
const askForWeather: Script = ({ turn, messages }) => {
  if (turn === 0)
    return {
      text: 'Let me look.',
      calls: [
        ['get_weather', { city: 'Rome' }],
        ['get_weather', { city: 'Oslo' }],
      ],
    };
  const told = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  return { text: `Rome ${told[0]}, Oslo ${told[1]}.` };
};

const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof APIError)) throw new Error('The call did not fail as a call of the client does.');
  const { status, type, code, param, message } = error;
  return { status, type, code, param, message };
};

describe('the official OpenAI client with an agent', () => {
  it('finds the published agents that the key may use among the models', async () => {
    const shown = await modelOf();
    const hidden = `agent:${await makeAgent({}, false)}`;
    const ids = (await client.models.list()).data.map(({ id }) => id);
    expect(ids).toContain(shown);
    expect(ids).not.toContain(hidden);
    expect((await client.models.retrieve(shown)).id).toBe(shown);
    const { client: stranger } = await server.signUp('Grace Hopper');
    const other = clientWith(await keyOf(stranger));
    for (const call of [
      () => client.models.retrieve(hidden),
      () => other.models.retrieve(shown),
      () => other.chat.completions.create({ model: shown, messages: [user('Hello')] }),
      () => other.responses.create({ model: shown, input: 'Hello' }),
    ])
      expect(await failureOf(call())).toMatchObject({
        status: 404,
        code: 'openai.model_not_found',
        param: 'model',
      });
  });

  it('reads an answer and its usage, whole and as a stream, in both forms', async () => {
    script = () => ({ text: 'Paris is the capital of France.' });
    const name = await modelOf();
    const messages = [user('What is the capital of France?')];
    const whole = await client.chat.completions.create({ model: name, messages });
    expect(whole.choices[0]).toMatchObject({
      message: { content: 'Paris is the capital of France.' },
      finish_reason: 'stop',
    });
    expect(whole.usage).toEqual({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 });
    const stream = client.chat.completions.stream({
      ...{ model: name, messages },
      stream_options: { include_usage: true },
    });
    const streamed = await stream.finalChatCompletion();
    expect(streamed.choices[0]?.message.content).toBe('Paris is the capital of France.');
    expect(streamed.usage).toEqual(whole.usage);
    const response = await client.responses.create({
      model: name,
      input: 'Where?',
      metadata: { ticket: '7' },
    });
    expect(response).toMatchObject({
      ...{ status: 'completed', output_text: 'Paris is the capital of France.', metadata: { ticket: '7' } },
      usage: { input_tokens: 100, output_tokens: 20 },
    });
    const events = client.responses.stream({ model: name, input: 'Where?' });
    const final = await events.finalResponse();
    expect(final.output_text).toBe('Paris is the capital of France.');
    expect(final).toMatchObject(await stored(final.id));
    expect(await runsOf(name)).toHaveLength(4);
  });

  it('gets the text while the model is still writing it', async () => {
    const go = Promise.withResolvers<void>();
    script = () => ({ text: 'One two three.', hold: { after: 1, until: go.promise } });
    const stream = await client.chat.completions.create({
      ...{ model: await modelOf(), messages: [user('Count.')], stream: true },
    });
    let text = '';
    for await (const { choices } of stream) {
      text += choices[0]?.delta.content ?? '';
      if (text === 'One ') go.resolve();
    }
    expect(text).toBe('One two three.');
  });

  it('makes the calls of its own tools, whose results continue the same run', async () => {
    script = askForWeather;
    const name = await modelOf();
    const ask = { model: name, tools: [chatTool] };
    const messages: OpenAI.ChatCompletionMessageParam[] = [user('Compare the weather.')];
    const first = await client.chat.completions.create({ ...ask, messages });
    const [choice] = first.choices;
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { content: 'Let me look.' } });
    const calls = (choice?.message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? [{ id: call.id, ...call.function }] : [],
    );
    expect(calls.map(({ name: called, arguments: given }) => [called, JSON.parse(given) as unknown])).toEqual(
      [
        ['get_weather', { city: 'Rome' }],
        ['get_weather', { city: 'Oslo' }],
      ],
    );
    if (choice) messages.push(choice.message);
    const results = calls.map(({ id }, at) => ({
      ...{ role: 'tool' as const, tool_call_id: id, content: ['sunny', 'snowy'][at] ?? '' },
    }));
    expect(
      await failureOf(
        client.chat.completions.create({ ...ask, messages: [...messages, ...results.slice(1)] }),
      ),
    ).toMatchObject({ status: 400, code: 'openai.results_missing' });
    const answers = [1, 2].map(() =>
      client.chat.completions.create({ ...ask, messages: [...messages, ...results] }),
    );
    // A request that is repeated reads the same answer.
    for (const { choices, usage } of await Promise.all(answers)) {
      expect(choices[0]).toMatchObject({
        ...{ finish_reason: 'stop', message: { content: 'Rome sunny, Oslo snowy.' } },
      });
      expect(usage?.total_tokens).toBe(120);
    }
    expect(await runsOf(name)).toMatchObject([{ status: 'COMPLETED' }]);
    expect(model.requests.at(-1)?.body).toMatchObject({ tools: [{ function: { name: 'get_weather' } }] });
  });

  it('makes calls one at a time when it asks for that', async () => {
    script = askForWeather;
    const ask = { model: await modelOf(), tools: [responseTool], parallel_tool_calls: false };
    let response = await client.responses.create({ ...ask, input: 'Compare the weather.' });
    for (const text of ['sunny', 'snowy']) {
      const calls = response.output.filter((item) => item.type === 'function_call');
      expect(calls).toHaveLength(1);
      response = await client.responses.create({
        ...ask,
        previous_response_id: response.id,
        input: [{ type: 'function_call_output', call_id: calls[0]?.call_id ?? '', output: text }],
      });
    }
    expect(response.output_text).toBe('Rome sunny, Oslo snowy.');
  });

  it('streams calls as items of a response, and continues with their results', async () => {
    script = askForWeather;
    const name = await modelOf();
    const ask = { model: name, tools: [responseTool] };
    const stream = client.responses.stream({ ...ask, input: 'Compare the weather.' });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    const first = await stream.finalResponse();
    expect(types).toContain('response.function_call_arguments.done');
    expect(types.at(-1)).toBe('response.completed');
    expect(first.output.map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call']);
    const input = first.output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: item.arguments }]
        : [],
    );
    const second = await client.responses
      .stream({ ...ask, previous_response_id: first.id, input })
      .finalResponse();
    expect(second.output_text).toBe('Rome {"city":"Rome"}, Oslo {"city":"Oslo"}.');
    expect(second.previous_response_id).toBe(first.id);
    expect(first).toMatchObject(await stored(first.id));
    expect(second).toMatchObject(await stored(second.id));
    script = ({ messages }) => ({ text: JSON.stringify(messages) });
    const third = await client.responses.create({
      model: name,
      input: 'Sure?',
      previous_response_id: second.id,
    });
    expect(third.output_text).toContain('Compare the weather.');
    expect(third.output_text).toContain('Oslo {');
    expect(third.output_text).toContain('Sure?');
  });

  it('names a tool that the agent has under the same name differently', async () => {
    script = ({ tools }) => ({ text: tools.map((tool) => tool.function.name).join(' ') });
    const http = { toolList: [{ _id: 'tol_send_request' }] };
    const answer = await client.chat.completions.create({
      ...{ model: await modelOf({ tools: http }), messages: [user('List.')] },
      tools: [{ type: 'function', function: { ...weather, name: 'send_request' } }],
    });
    expect(answer.choices[0]?.message.content).toBe('send_request_2 send_request');
  });

  it('is told that somebody has to decide, decides, and reads the rest', async () => {
    script = ({ turn, messages }) =>
      turn === 0
        ? { calls: [['send_request', { method: 'POST', url: `${site.origin}/pay` }]] }
        : { text: `Told: ${String(messages.at(-1)?.content)}` };
    const http = { toolList: [{ _id: 'tol_send_request' }] };
    const name = await modelOf({ tools: http, approval: 'ALWAYS' });
    const sent = () => site.requests.filter(({ path }) => path === '/pay').length;
    const wanted = 'Before the agent can go on, somebody has to decide about a step: “HTTP request”.';
    const asked = await client.chat.completions.create({ model: name, messages: [user('Pay.')] });
    expect(asked.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: wanted } });
    const response = await client.responses.stream({ model: name, input: 'Pay.' }).finalResponse();
    expect(response).toMatchObject({
      ...{ status: 'incomplete', incomplete_details: { reason: 'approval' }, output_text: wanted },
    });
    expect(sent()).toBe(0);
    const { waiting_for: waiting } = response as unknown as {
      waiting_for: { approvals: { tool: string; arguments: object; decide_at: string }[] };
    };
    expect(waiting.approvals).toMatchObject([{ tool: 'send_request', arguments: { method: 'POST' } }]);
    await client.post(`${server.origin}${waiting.approvals[0]?.decide_at}`, {
      body: { decision: 'APPROVED' },
    });
    const rest = await eventually(async () => {
      const read = await client.responses.retrieve(response.id);
      return read.status === 'completed' ? read : undefined;
    });
    expect(rest.output_text).toContain('Told: ');
    expect(sent()).toBe(1);
  });

  it('ends the run when it leaves', async () => {
    const held = Promise.withResolvers<void>();
    script = () => ({ text: 'One two three.', hold: { after: 1, until: held.promise } });
    const name = await modelOf();
    const stream = await client.chat.completions.create({
      ...{ model: name, messages: [user('Count.')], stream: true },
    });
    for await (const { choices } of stream) if (choices[0]?.delta.content === 'One ') break;
    await eventually(async () => (await runsOf(name))[0]?.status === 'CANCELLED' || undefined);
    held.resolve();
    const leaving = new AbortController();
    script = () => {
      leaving.abort();
      return {
        text: 'Late.',
        hold: { after: 0, until: new Promise((resolve) => setTimeout(resolve, 3000)) },
      };
    };
    const call = client.responses.create({ model: name, input: 'Count.' }, { signal: leaving.signal });
    await expect(call).rejects.toThrow('aborted');
    await eventually(
      async () => (await runsOf(name)).every(({ status }) => status === 'CANCELLED') || undefined,
    );
  });

  it('is told in both forms why a run failed', async () => {
    script = () => ({ text: 'No.', finish: 'content_filter' });
    const name = await modelOf();
    const message =
      'The model refused the task. Please change the task or the instructions, or choose another model.';
    const failed = await failureOf(
      client.chat.completions.create({ model: name, messages: [user('Harm.')] }),
    );
    expect(failed).toMatchObject({ status: 502, code: 'openai.agent_failed' });
    expect(failed.message).toContain(message);
    expect(await client.responses.create({ model: name, input: 'Harm.' })).toMatchObject({
      ...{ status: 'failed', error: { code: 'agents.refused', message } },
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of await client.responses.create({ model: name, input: 'Harm.', stream: true }))
      events.push(event);
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'response.failed', response: { error: { code: 'agents.refused', message } } },
    });
  });

  it('gets the call that it asks for, at once where the agent has no tools of its own', async () => {
    const choices: unknown[] = [];
    script = ({ tool_choice: choice }) => {
      choices.push(choice);
      return { calls: [['get_weather', { city: 'Rome' }]] };
    };
    const name = await modelOf();
    const chosen = { type: 'function' as const, function: { name: 'get_weather' } };
    const completion = await client.chat.completions.create({
      ...{ model: name, messages: [user('Rome?')], tools: [chatTool] },
      tool_choice: chosen,
    });
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }] },
    });
    const response = await client.responses.create({
      ...{ model: name, input: 'Rome?', tools: [responseTool], tool_choice: 'required' },
    });
    expect(response.output).toMatchObject([{ type: 'function_call', name: 'get_weather' }]);
    expect(choices).toEqual([chosen, chosen]);
    expect(response.tool_choice).toEqual({ type: 'function', name: 'get_weather' });
  });

  it('gets the call that it asks for after the agent has used its own tools, and an error where there is none', async () => {
    const seen: unknown[] = [];
    script = ({ turn, tool_choice: choice, tools }) => {
      seen.push([choice, tools.length]);
      return turn === 0 ? { text: 'Sunny, I think.' } : { calls: [['get_weather', { city: 'Oslo' }]] };
    };
    const name = await modelOf({ tools: { toolList: [{ _id: 'tol_calculate' }] } });
    const chosen = { type: 'function' as const, function: { name: 'get_weather' } };
    const ask = () =>
      client.chat.completions.create({
        ...{ model: name, messages: [user('Oslo?')], tools: [chatTool], tool_choice: chosen },
      });
    expect((await ask()).choices[0]?.finish_reason).toBe('tool_calls');
    expect(seen).toEqual([
      ['auto', 2],
      [chosen, 1],
    ]);
    script = () => ({ text: 'I will not.' });
    expect(await failureOf(ask())).toMatchObject({ status: 502, code: 'openai.agent_failed' });
  });

  it('has no part in runs of other accounts, and none in calls that nobody waits for', async () => {
    script = askForWeather;
    const name = await modelOf({ access: 'PUBLIC' });
    const first = await client.responses.create({ model: name, input: 'Go.', tools: [responseTool] });
    const [call] = first.output.filter((item) => item.type === 'function_call');
    const member = await joinTenant(server, { tenantId, role: 'BUILDER' });
    const other = clientWith(await keyOf(member.client));
    const result = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'x' };
    const wanted = { status: 404, code: 'openai.call_not_found' };
    expect(await failureOf(other.responses.retrieve(first.id))).toMatchObject({
      ...{ status: 404, code: 'openai.response_not_found' },
    });
    expect(await failureOf(other.responses.create({ model: name, input: [result] }))).toMatchObject(wanted);
    const foreign = { ...result, call_id: 'call_of_others' };
    expect(await failureOf(client.responses.create({ model: name, input: [foreign] }))).toMatchObject(wanted);
    expect(
      await failureOf(
        client.responses.create({ model: name, input: 'And?', previous_response_id: first.id }),
      ),
    ).toMatchObject({ status: 412, code: 'openai.response_open' });
    await owner.call(agentRuns.endpoints.cancel, { params: { runId: (await runsOf(name))[0]?.runId ?? '' } });
    expect(await failureOf(client.responses.create({ model: name, input: [result] }))).toMatchObject(wanted);
  });

  it('is told that an agent reads no pictures in a chat completion', async () => {
    const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } };
    const messages = [{ role: 'user' as const, content: [image] }];
    const call = client.chat.completions.create({ model: await modelOf(), messages });
    expect(await failureOf(call)).toMatchObject({
      ...{ status: 400, code: 'openai.not_supported', param: 'messages' },
    });
  });

  it.each([
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice', { tool_choice: { type: 'function', name: 'other' }, tools: [responseTool] }],
    ['tools', { tools: [{ type: 'web_search' }] }],
    ['tools', { tools: [{ type: 'function', name: 'no spaces', parameters: {} }] }],
    ['text', { text: { format: { type: 'grammar' } } }],
    ['input', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:,' }] }] }],
    ['conversation', { conversation: 'cnv_1' }],
  ] as const)('is told that %s asks for what an agent cannot do', async (param, extra) => {
    const body = { model: await modelOf(), input: 'Go.', ...extra };
    const call = client.responses.create(body as unknown as OpenAI.Responses.ResponseCreateParams);
    expect(await failureOf(call)).toMatchObject({ status: 400, code: 'openai.not_supported', param });
  });
});

describe('an agent whose turns are used up', () => {
  it('answers programs with what it found last, and says so in its run', async () => {
    const calculator = { toolList: [{ _id: 'tol_calculate' }], mcpList: [] };
    const model = await modelOf({ tools: calculator, budget: { turns: 2 } });
    const sum = { first: 40, operation: 'ADD', second: 2 };
    script = () => ({ calls: [['calculate', sum]] });
    const { choices } = await client.chat.completions.create({ model, messages: [user('What is 40 + 2?')] });
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(choices[0]?.message.content).toMatch(
      /^All turns that this agent may take are used up, and it had no answer by then\. This is what it had found last:\n\n.*42/,
    );
    expect(await runsOf(model)).toMatchObject([{ status: 'COMPLETED' }]);
  });
});
