import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { flowBed } from '../../../../../tests/flow-bed.ts';
import { pieceStep } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let client: Client;
let ann = '';
let payerId = '';

beforeAll(async () => {
  site = await startFakeServer((_request, response) => void response.end('paid'));
  model = await startScriptedModel(({ messages, turn }) => {
    const isLead = String(messages[0]?.content).includes('You are Lead.');
    const last = String(messages.at(-1)?.content);
    if (isLead)
      return turn === 0
        ? { calls: [['delegate_task', { member: ann, task: 'Pay the bill.' }]] }
        : { text: `The crew says: ${last}` };
    return turn === 0
      ? { calls: [['send_request', { method: 'POST', url: `${site.origin}/pay` }]] }
      : { text: 'It is paid.' };
  });
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), site.close()]);
});

const makeAgent = async (name: string, tools = {}) => {
  const body = { instructions: `You are ${name}.`, name: `${name} ${crypto.randomUUID()}`, tools };
  const made = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: made.agentId } });
  return made;
};

const makeCrew = async (): Promise<string> => {
  const lead = await makeAgent('Lead');
  const payer = await makeAgent('Ann', { toolList: [{ _id: 'tol_send_request' }] });
  const other = await makeAgent('Bob');
  ann = payer.name;
  payerId = payer.agentId;
  const { crewId } = await client.call(crews.endpoints.create, {
    body: {
      ...{ name: `Crew ${crypto.randomUUID()}`, supervisor: { agentId: lead.agentId } },
      subordinates: [payer.agentId, other.agentId],
    },
  });
  await client.call(agents.endpoints.publish, { params: { id: crewId } });
  return crewId;
};

const optionsOf = async (member: string, field: string) =>
  (
    await client.call(pieces.endpoints.options, {
      params: { name: 'agents' },
      body: { member, field, input: {} },
    })
  ).options.map(({ value }) => value);

describe('the step that runs a crew', () => {
  it('is offered crews alone, and waits for the answer while a person decides inside a member', async () => {
    const crewId = await makeCrew();
    expect(await optionsOf('run_crew', 'crewId')).toEqual([crewId]);
    expect(await optionsOf('run_agent', 'agentId')).not.toContain(crewId);
    const bed = flowBed(server, client);
    const step = pieceStep('step_1', ['agents', 'run_crew'], { crewId, task: 'Pay {{trigger.body.what}}.' });
    const runId = await bed.start(await bed.publish([step]));
    const token = await eventually(async () => {
      const { items } = await client.call(agentRuns.endpoints.list, { query: { agentId: payerId } });
      const [line] = items;
      if (line?.status !== 'WAITING') return undefined;
      const { steps } = await client.call(agentRuns.endpoints.get, { params: { runId: line.runId } });
      const open = steps.find((each) => each.type === 'TOOL' && each.status === 'WAITING');
      return open?.type === 'TOOL' ? (open.approvalToken ?? undefined) : undefined;
    });
    expect(site.requests).toHaveLength(0);
    await client.call(agentRuns.endpoints.decide, { params: { token }, body: { decision: 'APPROVED' } });
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    const [made] = await bed.stepsOf(runId, 'step_1');
    expect(JSON.stringify(made?.output)).toContain('The crew says: ');
    expect(JSON.stringify(made?.output)).toContain('It is paid.');
    expect(site.requests).toHaveLength(1);
  });

  it('says what to do when the crew is gone', async () => {
    const bed = flowBed(server, client);
    const step = pieceStep('step_1', ['agents', 'run_crew'], { crewId: 'crw_gone', task: 'Pay.' });
    const failed = await bed.run([step]);
    expect(failed).toMatchObject({ status: 'FAILED', cause: { code: 'pieces.not_found' } });
    expect(failed.cause?.message).toContain('The crew does not exist');
  });
});

describe('a member of a crew that needs an approval', () => {
  it('asks by mail who gave the crew its task, and goes on once the link is used', async () => {
    const crewId = await makeCrew();
    const before = site.requests.length;
    const body = { agentId: crewId, input: 'Pay the rent.' };
    const { runId } = await client.call(agentRuns.endpoints.start, { body });
    const visitor = server.visitor();
    const text = await eventually(async () => {
      const { mails } = await visitor.call(auth.endpoints.outbox, {});
      return mails.find(({ subject }) => subject.startsWith(`May the agent “${ann}” use`))?.text;
    });
    expect(site.requests).toHaveLength(before);
    const token = /Approve or reject: \S*\/approvals\/(\S+)/.exec(text)?.[1] ?? '';
    await visitor.call(flowRuns.endpoints.decide, { params: { token }, body: { approved: true } });
    const run = await eventually(async () => {
      const found = await client.call(agentRuns.endpoints.get, { params: { runId } });
      return found.endedAt === null ? undefined : found;
    });
    expect(run.status).toBe('COMPLETED');
    expect(JSON.stringify(run.output)).toContain('It is paid.');
    expect(site.requests).toHaveLength(before + 1);
  });
});
