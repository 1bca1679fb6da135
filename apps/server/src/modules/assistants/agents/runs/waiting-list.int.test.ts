import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { pieceStep, webhookFlow } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { joinTenant, type TestMember } from '../../../../../tests/member.ts';

const { waiting, decide } = flowRuns.endpoints;
type Query = Parameters<typeof client.call<typeof waiting>>[1]['query'];

let model: FakeServer;
let server: TestServer;
let client: Client;
let grace: TestMember;

beforeAll(async () => {
  model = await startScriptedModel(({ turn }) =>
    turn === 0
      ? { calls: [['send_request', { method: 'POST', url: 'https://example.com/pay' }]] }
      : { text: 'Done.' },
  );
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  const signedUp = await server.signUp();
  ({ client } = signedUp);
  grace = await joinTenant(server, { tenantId: signedUp.user.tenantId, role: 'OPERATOR' });
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const startAgent = async (name: string): Promise<string> => {
  const tools = { toolList: [{ _id: 'tol_send_request' }] };
  const { agentId } = await client.call(agents.endpoints.create, {
    body: { name, access: 'PRIVATE', tools, approval: 'ALWAYS' },
  });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return (await client.call(agentRuns.endpoints.start, { body: { agentId, input: 'Pay.' } })).runId;
};

const startFlow = async (name: string): Promise<string> => {
  const asking = pieceStep('step_1', ['approval', 'wait_for_approval'], {
    ...{ title: 'Pay invoice 7?', message: '', to: [] },
  });
  const { flowId } = await client.call(flows.endpoints.create, { body: webhookFlow(name, [asking]) });
  await client.call(flows.endpoints.publish, { params: { id: flowId } });
  return (await client.call(flows.endpoints.run, { params: { id: flowId }, body: { payload: {} } })).runId;
};

const list = async (query: Query = {}, as = client) => (await as.call(waiting, { query })).items;

describe('the list of what waits for a decision', () => {
  it('has the questions of agents and flows, is filtered and searched, and loses what was decided', async () => {
    const agentRun = await startAgent('Payer');
    await eventually(async () => (await list()).length === 1);
    const flowRun = await startFlow('Invoices');
    const both = await eventually(async () => {
      const found = await list();
      return found.length === 2 ? found : undefined;
    });
    expect(both).toMatchObject([
      {
        ...{
          runId: agentRun,
          askedBy: 'AGENT',
          askerName: 'Payer',
          title: 'May the agent use “HTTP request”?',
        },
      },
      { runId: flowRun, askedBy: 'FLOW', askerName: 'Invoices', title: 'Pay invoice 7?' },
    ]);
    expect((await list({ order: 'desc' })).map(({ runId }) => runId)).toEqual([flowRun, agentRun]);
    expect((await list({ askedBy: 'FLOW' })).map(({ runId }) => runId)).toEqual([flowRun]);
    expect((await list({ search: 'paye' })).map(({ runId }) => runId)).toEqual([agentRun]);
    const first = await client.call(waiting, { query: { limit: 1 } });
    expect(first).toMatchObject({ total: 2, items: [{ runId: agentRun }] });
    const second = await client.call(waiting, { query: { limit: 1, cursor: first.nextCursor ?? '' } });
    expect(second).toMatchObject({ nextCursor: null, items: [{ runId: flowRun }] });
    for (const { approvalToken } of both)
      await client.call(decide, { params: { token: approvalToken ?? '' }, body: { approved: false } });
    await eventually(async () => (await list()).length === 0);
  });

  it('shows a member without access nothing, and those who may not decide no token', async () => {
    const runId = await startAgent('Private payer');
    await eventually(async () => (await list()).length === 1);
    expect(await list({}, grace.client)).toEqual([]);
    await server.sql(
      `insert into access_grants (tenant_id, entity_id, user_id, granted_by)
       select a.tenant_id, a.id, $1, $1 from agents a where a.name = 'Private payer' on conflict do nothing`,
      [grace.userId],
    );
    expect(await list({}, grace.client)).toMatchObject([{ runId, approvalToken: null }]);
  });
});
