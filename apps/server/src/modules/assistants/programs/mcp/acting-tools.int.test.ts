import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client as Owner } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { keep, webhookFlow } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let server: TestServer;
let owner: Owner;
let apiKey: string;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  ({ client: owner } = await server.signUp());
  await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
  apiKey = (await owner.call(auth.endpoints.getApiKey, {})).apiKey ?? '';
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const about = { name: 'test', version: '1.0.0' };
const address = () => new URL(`${server.origin}/mcp`);
const options = () => ({ requestInit: { headers: { authorization: `Bearer ${apiKey}` } } });

const connectFirst = async () => {
  const client = new FirstClient(about);
  const transport = new FirstTransport(address(), options());
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
};
const connectSecond = async () => {
  const client = new Client(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(address(), options()));
  return client;
};

type Settings = Parameters<typeof owner.call<typeof agents.endpoints.create>>[1]['body'];
const makeAgent = async (change: Partial<Settings> = {}) => {
  const body = { name: `Agent ${crypto.randomUUID()}`, ...change };
  const { agentId } = await owner.call(agents.endpoints.create, { body });
  await owner.call(agents.endpoints.publish, { params: { id: agentId } });
  return { agentId, name: body.name };
};

describe.each([
  ['2025-11-25', connectFirst],
  ['2026-07-28', connectSecond],
] as const)('the official client of revision %s', (_revision, connect) => {
  const call = async (title: string, given: Record<string, unknown>) => {
    const client = await connect();
    const { tools } = await client.listTools();
    const tool = tools.find((each) => each.title === title);
    const result = await client.callTool({ name: tool?.name ?? 'none', arguments: given });
    await client.close();
    return { tool, result: result as { structuredContent?: unknown; isError?: boolean } };
  };

  it('gives an agent a task and gets its answer', async () => {
    script = ({ messages }) => ({ text: `Asked: ${String(messages.at(-1)?.content)}` });
    const { agentId, name } = await makeAgent();
    const { tool, result } = await call(name, { task: 'Greet Ada.' });
    expect(tool).toMatchObject({ inputSchema: { required: ['task'] } });
    expect(result.structuredContent).toMatchObject({ answer: 'Asked: Greet Ada.', status: 'COMPLETED' });
    const { items } = await owner.call(agentRuns.endpoints.list, { query: { agentId } });
    expect(items).toMatchObject([{ status: 'COMPLETED' }]);
  });

  it('is told that somebody has to decide, and why an agent failed', async () => {
    script = ({ turn }) =>
      turn === 0 ? { calls: [['send_request', { url: 'https://a.example' }]] } : { text: 'Told.' };
    const { name } = await makeAgent({
      tools: { toolList: [{ _id: 'tol_send_request' }] },
      approval: 'ALWAYS',
    });
    const asked = await call(name, { task: 'Send.' });
    expect(asked.result.structuredContent).toMatchObject({
      ...{ status: 'WAITING_FOR_APPROVAL', approvals: [{ title: 'HTTP request' }] },
      answer: 'Before the agent can go on, somebody has to decide about a step: “HTTP request”.',
    });
    script = () => ({ text: 'No.', finish: 'content_filter' });
    const { result } = await call((await makeAgent()).name, { task: 'Harm.' });
    expect(result).toMatchObject({ isError: true, _meta: { code: 'openai.agent_failed' } });
  });

  it('runs a flow with the input of its trigger, and gets its output', async () => {
    const body = webhookFlow(`Flow ${crypto.randomUUID()}`, [keep('step_1', 'Hello {{trigger.body.name}}')]);
    const { flowId } = await owner.call(flows.endpoints.create, { body });
    await owner.call(flows.endpoints.publish, { params: { id: flowId } });
    const { tool, result } = await call(body.displayName, { name: 'Ada', input: { name: 'Ada' } });
    expect(tool?.name).toMatch(/^flow_/);
    expect(result.structuredContent).toMatchObject({ output: expect.stringMatching(/^Hello/) as string });
    const { items } = await owner.call(flowRuns.endpoints.list, { query: { flowId } });
    expect(items).toMatchObject([{ status: 'SUCCEEDED' }]);
  });
});
