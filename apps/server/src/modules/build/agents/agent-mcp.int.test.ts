import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/build/agents/agent-runs';
import { agents } from '@atelier/contracts/build/agents/agents';
import { mcps } from '@atelier/contracts/build/tools/mcps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
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

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  everything = await startEverything();
  fake = await startMcpServer((message) => reply(message));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1,localhost' } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
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

  it('reads errors of a tool as results, and text of pictures and resources as notes', async () => {
    const content = [
      { type: 'text', text: 'No such order.' },
      { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://example.com/a', name: 'a' },
    ];
    reply = ({ method }) =>
      method === 'tools/list' ? offers('find') : { result: { content, isError: true } };
    const { mcpId } = await addServer('Orders', fake.url);
    script = calling(['orders_find', { text: 'x' }]);
    const { output, steps } = await execute(await makeAgent([{ _id: mcpId }]));
    expect(steps).toMatchObject([{ status: 'FAILED' }]);
    expect(output).toContain('No such order.');
    expect(output).toContain('[A picture (image/png, 1 KB) was left out, because only text is read.]');
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
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const headers = { authorization: `Bearer ${apiKey}` };
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
    const { steps } = await execute(await makeAgent([{ _id: mcpId, tools: [search?.name ?? ''] }]));
    expect(steps).toMatchObject([{ status: 'DONE' }]);
  });
});
