import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { flowBed } from '../../../../../tests/flow-bed.ts';
import { keep, pieceStep, type StepJson, webhookFlow } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let client: Client;
let bed: ReturnType<typeof flowBed>;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer((_request, response) => void response.end('sent'));
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
  bed = flowBed(server, client);
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

type Body = Parameters<typeof client.call<typeof agents.endpoints.create>>[1]['body'];
const makeAgent = async (change: Partial<Body> = {}): Promise<string> => {
  const body = { name: `Agent ${crypto.randomUUID()}`, ...change };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const runAgent = (input: Record<string, unknown>): StepJson =>
  pieceStep('step_1', ['agents', 'run_agent'], input);
const agentRunsOf = async (agentId: string) =>
  (await client.call(agentRuns.endpoints.list, { query: { agentId } })).items;
const draft = async (steps: readonly StepJson[]): Promise<string> => {
  const body = webhookFlow(`Flow ${crypto.randomUUID()}`, steps);
  return (await client.call(flows.endpoints.create, { body })).flowId;
};
const testStep = (flowId: string) =>
  client.call(flows.endpoints.testStep, { params: { id: flowId }, body: { stepName: 'step_1' } });

const http = { toolList: [{ _id: 'tol_send_request' }] };
const pay: Script = ({ turn, messages }) =>
  turn === 0
    ? { calls: [['send_request', { method: 'POST', url: `${site.origin}/pay` }]] }
    : { text: `Told: ${String(messages.at(-1)?.content)}` };

describe('the step that runs an agent', () => {
  it('offers the published agents, hands the task over, and has the answer with its cost', async () => {
    script = ({ messages }) => ({ text: `Asked: ${String(messages.at(-1)?.content)}` });
    const agentId = await makeAgent();
    const { options } = await client.call(pieces.endpoints.options, {
      params: { name: 'agents' },
      body: { member: 'run_agent', field: 'agentId', input: {} },
    });
    expect(options.map(({ value }) => value)).toContain(agentId);
    const run = await bed.run([runAgent({ agentId, task: 'Greet {{trigger.body.name}}.' })], { name: 'Ada' });
    expect(run.status).toBe('SUCCEEDED');
    const [step] = await bed.stepsOf(run.runId, 'step_1');
    const [child] = await agentRunsOf(agentId);
    const { text = '{}' } = Object(step?.output) as { text?: string };
    expect(JSON.parse(text)).toEqual({
      ...{ text: 'Asked: Greet Ada.', output: 'Asked: Greet Ada.' },
      ...{ credits: child?.credits, runId: child?.runId },
    });
    expect(step?.child).toEqual({ kind: 'AGENT', runId: child?.runId, credits: child?.credits });
  });

  it('asks for an answer by a schema, and refuses a schema that cannot be used', async () => {
    script = () => ({ text: '{"city":"Rome"}' });
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const agentId = await makeAgent();
    const run = await bed.run([
      runAgent({ agentId, task: 'Where?', schema }),
      keep('step_2', '{{step_1.output.city}}'),
    ]);
    expect(JSON.stringify(await bed.stepsOf(run.runId, 'step_2'))).toContain('Rome');
    const bad = { type: 'object', $ref: 'https://elsewhere.example/schema' };
    const failed = await bed.run([runAgent({ agentId, task: 'Where?', schema: bad })]);
    expect(failed).toMatchObject({ status: 'FAILED', cause: { code: 'pieces.invalid_input' } });
    expect(failed.cause?.message).toContain('The form of the answer cannot be used.');
  });

  it('waits without a slot while somebody decides inside, and goes on with what the tool returned', async () => {
    script = pay;
    const agentId = await makeAgent({ tools: http });
    const flowId = await bed.publish([runAgent({ agentId, task: 'Pay.' })]);
    const runId = await bed.start(flowId);
    const waiting = await eventually(async () => {
      const [line] = await agentRunsOf(agentId);
      if (line?.status !== 'WAITING') return undefined;
      const run = await client.call(agentRuns.endpoints.get, { params: { runId: line.runId } });
      return run.steps.find((step) => step.type === 'TOOL' && step.status === 'WAITING');
    });
    expect(site.requests).toHaveLength(0);
    await eventually(async () => (await bed.get(runId)).status === 'WAITING' || undefined);
    const token = waiting.type === 'TOOL' ? (waiting.approvalToken ?? '') : '';
    await client.call(agentRuns.endpoints.decide, { params: { token }, body: { decision: 'APPROVED' } });
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    const [step] = await bed.stepsOf(runId, 'step_1');
    expect(JSON.stringify(step?.output)).toContain('Told: ');
    expect(site.requests).toHaveLength(1);
  });

  it('is cancelled with its flow', async () => {
    script = pay;
    const agentId = await makeAgent({ tools: http });
    const runId = await bed.start(await bed.publish([runAgent({ agentId, task: 'Pay.' })]));
    await eventually(async () => (await agentRunsOf(agentId))[0]?.status === 'WAITING' || undefined);
    await client.call(flowRuns.endpoints.cancel, { params: { runId } });
    await eventually(async () => (await agentRunsOf(agentId))[0]?.status === 'CANCELLED' || undefined);
    expect((await bed.get(runId)).status).toBe('CANCELLED');
  });

  it('fails with the reason of the agent, or of an agent that cannot be used', async () => {
    script = () => ({ text: 'No.', finish: 'content_filter' });
    const agentId = await makeAgent();
    const failed = await bed.run([runAgent({ agentId, task: 'Harm.' })]);
    expect(failed).toMatchObject({ status: 'FAILED', cause: { code: 'agents.refused' } });
    const gone = await bed.run([runAgent({ agentId: 'agt_gone', task: 'Go.' })]);
    expect(gone.cause?.message).toMatch(/^The agent does not exist, is switched off or not published/);
  });

  it('can be tested alone, but not when somebody has to decide', async () => {
    script = () => ({ text: 'Tried.' });
    const agentId = await makeAgent({ tools: http });
    const flowId = await draft([runAgent({ agentId, task: 'Go.' })]);
    expect(await testStep(flowId)).toMatchObject({ ok: true, output: { text: 'Tried.' } });
    script = pay;
    const asked = await testStep(flowId);
    expect(asked.ok).toBe(false);
    expect(asked.error?.message).toContain('The agent asks whether it may use “HTTP request”.');
    expect((await agentRunsOf(agentId))[0]?.status).toBe('CANCELLED');
  });
});

describe('a circle of agents and flows', () => {
  it('is refused where it would be closed, at the flow and at the agent', async () => {
    const flowId = await draft([keep('step_1', 'x')]);
    const first = await makeAgent({ flowIds: [flowId] });
    const second = await makeAgent({ agentIds: [first] });
    for (const agentId of [first, second]) {
      const body = webhookFlow('Flow', [runAgent({ agentId, task: 'Go.' })]);
      const reply = await client.send(flows.endpoints.update, { params: { id: flowId }, body });
      expect(reply).toMatchObject({ status: 400, body: { code: 'flows.circle' } });
    }
    const starter = await makeAgent();
    const starting = await draft([runAgent({ agentId: starter, task: 'Go.' })]);
    const { revision } = await client.call(agents.endpoints.get, { params: { id: starter } });
    const reply = await client.send(agents.endpoints.update, {
      ...{ params: { id: starter }, body: { revision, flowIds: [starting] } },
    });
    expect(reply).toMatchObject({ status: 400, body: { code: 'agents.circle' } });
  });

  it('ends when it is closed by a name that is known only in a run', async () => {
    script = ({ turn, tools, messages }) => {
      const run = tools.find(({ function: { name } }) => name.startsWith('run_'))?.function.name;
      return turn === 0 && run !== undefined
        ? { calls: [[run, { input: 'again' }]] }
        : { text: `Done: ${String(messages.at(-1)?.content).slice(0, 60)}` };
    };
    const flowId = await draft([keep('step_1', 'x')]);
    const agentId = await makeAgent({ flowIds: [flowId], approval: 'NEVER' });
    await client.call(flows.endpoints.update, {
      params: { id: flowId },
      body: webhookFlow('Round', [runAgent({ agentId: `{{'${agentId}'}}`, task: 'Go.' })]),
    });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const run = await bed.ended(await bed.start(flowId));
    expect(run.status).toBe('SUCCEEDED');
    const started = await agentRunsOf(agentId);
    expect(started.length).toBeGreaterThan(1);
    expect(started.length).toBeLessThan(8);
  });
});
