import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { keep, pieceStep, webhookFlow } from '../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const publishFlow = async (
  steps: Parameters<typeof webhookFlow>[1],
  example?: JsonValue,
): Promise<string> => {
  const flow = webhookFlow(`Flow ${crypto.randomUUID()}`, steps);
  const trigger = { ...flow.trigger, ...(example !== undefined && { sample: { body: example } }) };
  const body = { ...flow, trigger };
  const { flowId } = await client.call(flows.endpoints.create, { body });
  await client.call(flows.endpoints.publish, { params: { id: flowId } });
  return flowId;
};
const makeAgent = async (flowId: string): Promise<string> => {
  const body = { name: `Agent ${crypto.randomUUID()}`, flowIds: [flowId] };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const toolOf = ({ tools }: Parameters<Script>[0]): string => tools[0]?.function.name ?? 'none';
/** Runs the only tool once, and answers with its result. */
const runOnce =
  (input: unknown): Script =>
  (request) =>
    request.turn === 0
      ? { calls: [[toolOf(request), { input }]] }
      : { text: `Got: ${String(request.messages.at(-1)?.content)}` };
const execute = (agentId: string) =>
  client.call(agentRuns.endpoints.execute, { body: { agentId, input: 'Please run it.' } });
const runsOf = async (flowId: string) =>
  (await client.call(flowRuns.endpoints.list, { query: { flowId } })).items;

describe('a flow as the tool of an agent', () => {
  it('gets the input of the agent, and its last value is the result', async () => {
    script = runOnce({ name: 'Ada' });
    const flowId = await publishFlow([keep('step_1', 'Hello {{trigger.body.name}}')]);
    const { output, steps } = await execute(await makeAgent(flowId));
    expect(output).toBe('Got: Hello Ada');
    expect(steps).toMatchObject([{ type: 'TOOL', status: 'DONE', output: 'Hello Ada' }]);
    expect(await runsOf(flowId)).toMatchObject([{ status: 'SUCCEEDED', environment: 'PRODUCTION' }]);
  });

  it('takes the fields of the example of its trigger as arguments, and refuses others kinds of values', async () => {
    const flowId = await publishFlow([keep('step_1', 'Hello {{trigger.body.name}}')], {
      name: 'Bob',
      age: 7,
    });
    let schema: unknown;
    script = ({ turn, tools, messages }) => {
      schema = tools[0]?.function.parameters;
      const name = tools[0]?.function.name ?? '';
      if (turn === 0) return { calls: [[name, { name: 'Ada', age: 'old' }]] };
      return turn === 1 ? { calls: [[name, { name: 'Ada' }]] } : { text: String(messages.at(-1)?.content) };
    };
    const { output, steps } = await execute(await makeAgent(flowId));
    expect(schema).toMatchObject({
      properties: { name: { type: 'string', description: 'For example: "Bob"' }, age: { type: 'number' } },
    });
    expect(steps).toMatchObject([{ status: 'NOT_FITTING' }, { status: 'DONE', output: 'Hello Ada' }]);
    expect(output).toBe('Hello Ada');
  });

  it('is waited for without holding the agent, and cancelled with its run', async () => {
    script = runOnce('go');
    const flowId = await publishFlow([pieceStep('step_1', ['delay', 'delay_for'], { seconds: 3600 })]);
    const body = { agentId: await makeAgent(flowId), input: 'Please run it.' };
    const { runId } = await client.call(agentRuns.endpoints.start, { body });
    await eventually(async () => (await runsOf(flowId))[0]?.status === 'WAITING');
    await eventually(
      async () => (await client.call(agentRuns.endpoints.get, { params: { runId } })).status === 'WAITING',
    );
    await client.call(agentRuns.endpoints.cancel, { params: { runId } });
    await eventually(async () => (await runsOf(flowId))[0]?.status === 'CANCELLED');
    const run = await client.call(agentRuns.endpoints.get, { params: { runId } });
    expect(run.status).toBe('CANCELLED');
  });

  it('that fails is a failed call, whose reason the agent reads', async () => {
    script = runOnce('no JSON');
    const flowId = await publishFlow([
      pieceStep('step_1', ['json', 'parse_json'], { text: '{{trigger.body}}' }),
    ]);
    const { output, steps } = await execute(await makeAgent(flowId));
    expect(steps).toMatchObject([{ status: 'FAILED' }]);
    expect(output).toMatch(/^Got: The flow failed: /);
  });

  it('is not offered while it is switched off', async () => {
    script = ({ tools }) => ({ text: `${tools.length} tools` });
    const flowId = await publishFlow([keep('step_1', 'x')]);
    const agentId = await makeAgent(flowId);
    expect((await execute(agentId)).output).toBe('1 tools');
    await client.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: 'DISABLED' } });
    expect((await execute(agentId)).output).toBe('0 tools');
  });
});
