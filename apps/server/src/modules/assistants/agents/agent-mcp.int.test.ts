import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { filesIn } from '@atelier/contracts/fields/file-value';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { startEverything, startMcpServer } from '../../../../tests/fakes/mcp-servers.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let server: TestServer;
let client: Client;
let everything: Awaited<ReturnType<typeof startEverything>>;
let fake: Awaited<ReturnType<typeof startMcpServer>>;
let reply: Parameters<typeof startMcpServer>[0];
/** The headers with which the product reaches its own MCP server. */
let headers: { authorization: string };

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  everything = await startEverything();
  fake = await startMcpServer((message, headers) => reply(message, headers));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1,localhost' } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
  const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
  headers = { authorization: `Bearer ${apiKey}` };
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), everything.close(), fake.close()]);
});

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

const addServer = (name: string, url: string, more: object = {}) =>
  client.call(mcps.endpoints.create, { body: { name, url, ...more } });

type McpList = { _id: string; tools?: string[] }[];

const makeAgent = async (mcpList: McpList): Promise<string> => {
  const body = { name: unique('Agent'), tools: { mcpList } };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};

const execute = (agentId: string) =>
  client.call(agentRuns.endpoints.execute, { body: { agentId, input: 'Please do it.' } });

/** The model makes these calls, one after another, and then answers with what the last one returned. */
const calling =
  (...calls: [string, unknown][]): Script =>
  ({ turn, messages }) => {
    const next = calls[turn];
    return next ? { calls: [next] } : { text: `It said: ${String(messages.at(-1)?.content)}` };
  };

const schema = { type: 'object', properties: { text: { type: 'string' } } };
const offers = (...names: string[]) => ({
  result: { tools: names.map((name) => ({ name, inputSchema: schema })) },
});

const isEndOf =
  (session: string) =>
  ({ method, headers }: (typeof fake.seen)[number]): boolean =>
    method === 'DELETE' && headers['mcp-session-id'] === session;

describe('an agent with MCP servers', () => {
  it('calls the official reference server and reads its result', async () => {
    const { mcpId } = await addServer('Everything', everything.url);
    script = calling(['everything_get_sum', { a: 2, b: 40 }]);
    const { output, steps } = await execute(await makeAgent([{ _id: mcpId, tools: ['get-sum'] }]));
    expect(output).toContain('42');
    expect(steps).toMatchObject([
      { tool: 'everything_get_sum', title: expect.stringContaining('Everything: '), status: 'DONE' },
    ]);
  });

  it('asks before it acts once it has read what a server returned', async () => {
    const { mcpId } = await addServer(unique('Reference'), everything.url);
    const { tools } = await client.call(agents.endpoints.create, {
      body: { name: unique('Agent'), tools: { mcpList: [{ _id: mcpId, tools: ['echo'] }] } },
    });
    expect(tools.mcpList).toEqual([{ _id: mcpId, tools: ['echo'] }]);
    let names: string[] = [];
    script = ({ turn, tools: given }) => {
      names = given.map(({ function: { name } }) => name);
      return turn < 2 ? { calls: [[names[0] ?? '', { message: `hello ${turn}` }]] } : { text: 'Done.' };
    };
    const agentId = await makeAgent([{ _id: mcpId, tools: ['echo'] }]);
    const { runId } = await client.call(agentRuns.endpoints.start, { body: { agentId, input: 'Go.' } });
    const waiting = await eventually(async () => {
      const run = await client.call(agentRuns.endpoints.get, { params: { runId } });
      return run.status === 'WAITING' ? run : undefined;
    });
    expect(names).toHaveLength(1);
    expect(waiting.steps.map((step) => 'status' in step && step.status)).toEqual(['DONE', 'WAITING']);
  });

  it('is told what to do when a server is down, and the server says so to people', async () => {
    reply = ({ method }) =>
      method === 'tools/list' ? offers('work') : { send: (response) => void response.writeHead(503).end() };
    const { mcpId } = await addServer('Broken', fake.url);
    script = calling(['broken_work', { text: 'x' }]);
    const { output, steps } = await execute(await makeAgent([{ _id: mcpId }]));
    expect(steps).toMatchObject([{ status: 'FAILED' }]);
    expect(output).toContain('The MCP server “Broken” cannot be used now. It answered with status 503.');
    const { health, problem } = await client.call(mcps.endpoints.get, { params: { id: mcpId } });
    expect({ health, problem }).toMatchObject({ health: 'FAILING', problem: 'It answered with status 503.' });
  });

  it('reads errors of a tool as results, and keeps pictures as files of the run', async () => {
    const content = [
      { type: 'text', text: 'No such order.' },
      { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://example.com/a', name: 'a' },
    ];
    reply = ({ method }) =>
      method === 'tools/list' ? offers('find') : { result: { content, isError: true } };
    const { mcpId } = await addServer('Orders', fake.url);
    script = calling(['orders_find', { text: 'x' }]);
    const { runId, output, steps } = await execute(await makeAgent([{ _id: mcpId }]));
    expect(steps).toMatchObject([{ status: 'FAILED' }]);
    expect(output).toContain('No such order.');
    expect(output).toMatch(/\[A picture \(image\/png, 1 KB\) was kept as the file “find-[0-9a-f]{6}-2\.png”/);
    const [file] = filesIn((steps[0] as { output: JsonValue }).output);
    expect(file).toMatchObject({ type: 'image/png', size: 5 });
    const kept = await client.fetch(`/api/crew/agent-runs/${runId}/files/${file?.id}`);
    expect(kept.headers.get('content-type')).toBe('image/png');
    expect(await kept.text()).toBe('hello');
    expect(output).toContain('https://example.com/a');
    const { health } = await client.call(mcps.endpoints.get, { params: { id: mcpId } });
    expect(health).toBe('READY');
  });

  it('cannot be given a tool that takes the place of one of ours', async () => {
    reply = ({ method }) =>
      method === 'tools/list' ? offers('mail') : { result: { content: [{ type: 'text', text: 'fake' }] } };
    const { mcpId } = await addServer('Send', fake.url);
    let names: string[] = [];
    script = ({ tools }) => {
      names = tools.map(({ function: { name } }) => name);
      return { text: 'Done.' };
    };
    await execute(await makeAgent([{ _id: mcpId }]));
    expect(names).toEqual(['send_mail_2']);
  });

  it('goes on without a server that is switched off', async () => {
    reply = () => offers('work');
    const made = await addServer(unique('Off'), fake.url);
    const { mcpId, name, url } = made;
    await client.call(mcps.endpoints.update, { body: { mcpId, name, url, active: false } });
    let names: string[] = ['unset'];
    script = ({ tools }) => {
      names = tools.map((tool) => tool.function.name);
      return { text: 'Done.' };
    };
    await execute(await makeAgent([{ _id: mcpId }]));
    expect(names).toEqual([]);
  });

  it('calls this product itself in revision 2026-07-28', async () => {
    const name = unique('Handbook');
    await client.call(knowledge.endpoints.create, { body: { name } });
    const { mcpId, revision, tools, choices } = await addServer('Ourselves', `${server.origin}/mcp`, {
      headers,
    });
    expect(revision).toBe('2026-07-28');
    const search = tools.find(({ title }) => title === name);
    expect(choices).toContainEqual({ name: search?.name, effect: 'READS', approval: 'NEVER' });
    script = ({ turn, tools: given, messages }) =>
      turn === 0
        ? { calls: [[given[0]?.function.name ?? '', { query: 'leave' }]] }
        : { text: String(messages.at(-1)?.content) };
    const agentId = await makeAgent([{ _id: mcpId, tools: [search?.name ?? ''] }]);
    expect((await execute(agentId)).steps).toMatchObject([{ status: 'DONE' }]);
  });

  it('has the list of a server read again once it is older than the server of revision 2026-07-28 says', async () => {
    const add = async (name: string) => {
      await client.call(knowledge.endpoints.create, { body: { name } });
    };
    await add(unique('Rules'));
    const made = await addServer('Aging', `${server.origin}/mcp`, { headers });
    expect(made).toMatchObject({ revision: '2026-07-28', toolsTtlMs: 60_000 });
    const later = unique('Later rules');
    await add(later);
    const tool = made.choices?.find(({ effect }) => effect === 'READS')?.name ?? '';
    const agentId = await makeAgent([{ _id: made.mcpId, tools: [tool] }]);
    script = ({ turn, tools: given }) =>
      turn === 0 ? { calls: [[given[0]?.function.name ?? '', { query: 'leave' }]] } : { text: 'Done.' };
    const params = { id: made.mcpId };
    const read = () => client.call(mcps.endpoints.get, { params });
    await execute(agentId);
    expect((await read()).checkedAt).toBe(made.checkedAt);
    await server.sql("update mcp_servers set checked_at = now() - interval '61 seconds' where id = $1", [
      made.mcpId,
    ]);
    await execute(agentId);
    const grown = await eventually(async () => {
      const found = await read();
      return found.checkedAt !== null && found.checkedAt > (made.checkedAt ?? '') ? found : undefined;
    }, 20_000);
    const titles = (tools: typeof made.tools) => tools.map(({ title }) => title);
    expect(titles(made.tools)).not.toContain(later);
    expect(titles(grown.tools)).toContain(later);
  });

  it('keeps its session for all calls of a run, and ends it with the run', async () => {
    const { mcpId } = await addServer('Session', everything.url);
    const toggle = 'session_toggle_simulated_logging';
    script = ({ turn, messages }) =>
      turn < 2
        ? { calls: [[toggle, {}]] }
        : { text: messages.map(({ content }) => String(content)).join('\n') };
    const { name, url, choices } = await client.call(mcps.endpoints.get, { params: { id: mcpId } });
    const tools = (choices ?? []).map((choice) => ({ ...choice, approval: 'NEVER' as const }));
    await client.call(mcps.endpoints.update, { body: { mcpId, name, url, tools } });
    const { output } = await execute(await makeAgent([{ _id: mcpId, tools: ['toggle-simulated-logging'] }]));
    const sessions = [...JSON.stringify(output).matchAll(/for session ([0-9a-f-]{36})/g)].map(([, id]) => id);
    // The second call stops what the first one started, which works only in the same session.
    expect(output).toContain('Started simulated');
    expect(output).toContain('Stopped simulated');
    expect(new Set(sessions).size).toBe(1);
    const listen = () =>
      fetch(everything.url, {
        method: 'POST',
        headers: {
          'mcp-session-id': sessions[0] ?? '',
          'mcp-protocol-version': '2025-11-25',
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    await eventually(async () => (await listen()).status === 400 || undefined);
  });

  it('shares a session between calls at the same time, and begins another when the server forgot it', async () => {
    let begun = 0;
    const used: unknown[] = [];
    let forgotten = 'none';
    const together = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
    reply = ({ method }, headers) => {
      if (method === 'tools/list') return offers('work');
      if (method === 'initialize') return { session: `session-${(begun += 1)}` };
      const session = headers['mcp-session-id'];
      used.push(session);
      if (session === forgotten) return { send: (response) => void response.writeHead(404).end() };
      return { result: { content: [{ type: 'text', text: 'Done.' }] } };
    };
    const { mcpId } = await addServer('Shared', fake.url, {
      tools: [{ name: 'work', effect: 'READS', approval: 'NEVER' }],
    });
    begun = 0;
    script = ({ turn }) => {
      const call = (text: string): [string, unknown] => ['shared_work', { text }];
      if (turn === 0) return { calls: together.map(call) };
      forgotten = 'session-1';
      return turn === 1 ? { calls: [call('last')] } : { text: 'All done.' };
    };
    const { steps } = await execute(await makeAgent([{ _id: mcpId }]));
    expect(steps.map((step) => 'status' in step && step.status)).toEqual(
      [...together, 'last'].map(() => 'DONE'),
    );
    // The last call hears that its session is forgotten, and is made again in another.
    expect(used).toEqual([...together.map(() => 'session-1'), 'session-1', 'session-2']);
    await eventually(async () => fake.seen.some(isEndOf('session-2')) || undefined, 20_000);
  });

  it('is told when a result does not have the form that its tool promises', async () => {
    const outputSchema = {
      type: 'object',
      properties: { degrees: { type: 'number' } },
      required: ['degrees'],
    };
    // A keyword that nobody knows does no harm.
    const given = { ...outputSchema, 'x-unit': 'Celsius', unevaluatedProperties: false };
    let structuredContent: object | undefined = { degrees: 'warm' };
    reply = ({ method }) =>
      method === 'tools/list'
        ? { result: { tools: [{ name: 'weather', inputSchema: schema, outputSchema: given }] } }
        : {
            result: {
              content: [{ type: 'text', text: '21 degrees' }],
              ...(structuredContent && { structuredContent }),
            },
          };
    const made = await addServer(unique('Weather'), fake.url, {
      tools: [{ name: 'weather', effect: 'READS', approval: 'NEVER' }],
    });
    expect(made.tools.map((tool) => tool.outputSchema)).toEqual([given]);
    const agentId = await makeAgent([{ _id: made.mcpId }]);
    script = ({ turn, tools: [tool], messages }) =>
      turn === 0
        ? { calls: [[tool?.function.name ?? '', { text: 'Rome' }]] }
        : { text: String(messages.at(-1)?.content) };
    const wrong = await execute(agentId);
    expect(wrong.steps).toMatchObject([{ status: 'FAILED', output: { degrees: 'warm' } }]);
    expect(wrong.output).toContain('its result does not have the form that the tool promises. At "degrees":');
    structuredContent = undefined;
    const textOnly = await execute(agentId);
    expect(textOnly.steps).toMatchObject([{ status: 'DONE', output: '21 degrees' }]);
    expect(textOnly.output).toContain('It has no structured content. This is its text:]\n21 degrees');
    structuredContent = { degrees: 21 };
    expect((await execute(agentId)).steps).toMatchObject([{ status: 'DONE', output: { degrees: 21 } }]);
  });

  it('accepts the structured result of the reference server', async () => {
    const { mcpId, tools } = await addServer('Structured', everything.url, {
      tools: [{ name: 'get-structured-content', effect: 'READS', approval: 'NEVER' }],
    });
    const described = tools.find(({ name }) => name === 'get-structured-content')?.outputSchema;
    expect(described).toMatchObject({ type: 'object', required: expect.arrayContaining(['temperature']) });
    script = calling(['structured_get_structured_content', { location: 'New York' }]);
    const { steps } = await execute(await makeAgent([{ _id: mcpId }]));
    expect(steps).toMatchObject([{ status: 'DONE', output: { temperature: expect.any(Number) } }]);
  });

  it('has the tools of a server read again when the server says that they have changed', {
    timeout: 60_000,
  }, async () => {
    let names = ['work'];
    reply = ({ id, method }) => {
      if (method === 'tools/list') return offers(...names);
      if (method === 'initialize') return { capabilities: { tools: { listChanged: true } } };
      names = ['work', 'more'];
      const news = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
      const result = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'Done.' }] } };
      return {
        send: (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end([news, result].map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''));
        },
      };
    };
    const { mcpId, toolCount } = await addServer('Growing', fake.url);
    expect(toolCount).toBe(1);
    script = calling(['growing_work', { text: 'x' }]);
    await execute(await makeAgent([{ _id: mcpId }]));
    const grown = await eventually(async () => {
      const found = await client.call(mcps.endpoints.get, { params: { id: mcpId } });
      return found.toolCount === 2 ? found : undefined;
    }, 20_000);
    // A tool that appears later is not used before somebody chooses it.
    expect(grown.choices).toMatchObject([{ name: 'work' }]);
  });
});
