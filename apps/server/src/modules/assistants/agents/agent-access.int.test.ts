import { access } from '@atelier/contracts/account/access';
import { agentAccess } from '@atelier/contracts/account/agent-access';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant, type TestMember } from '../../../../tests/member.ts';

let model: FakeServer;
let server: TestServer;
let owner: Client;
let operator: TestMember;
let user: TestMember;

beforeAll(async () => {
  model = await startScriptedModel(() => ({ text: 'Done.' }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  const { client, user: ada } = await server.signUp();
  owner = client;
  await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
  const { tenantId } = ada;
  operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
  user = await joinTenant(server, { tenantId, role: 'USER' });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const make = async (change: { access?: 'PUBLIC' | 'PRIVATE' } = {}) => {
  const name = `Agent ${crypto.randomUUID()}`;
  const { agentId } = await owner.call(agents.endpoints.create, { body: { name, ...change } });
  await owner.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const sees = async (client: Client, id: string) => {
  const { status } = await client.send(agents.endpoints.get, { params: { id } });
  const { items } = await client.call(agents.endpoints.list, {});
  return [status, items.some(({ agentId }) => agentId === id)];
};

describe('who may use an agent', () => {
  it('is everybody who sees what is shared for a public one, and only who was invited for a private one', {
    tags: ['AGENT-09'],
  }, async () => {
    const shared = await make({ access: 'PUBLIC' });
    const hidden = await make();
    expect([await sees(user.client, shared), await sees(user.client, hidden)]).toEqual([
      [200, true],
      [404, false],
    ]);
    const { email } = operator;
    await owner.call(access.endpoints.give, { body: { entityId: hidden, email } });
    expect([await sees(operator.client, shared), await sees(operator.client, hidden)]).toEqual([
      [404, false],
      [200, true],
    ]);
  });

  it('an invited operator lets the agent work, and cannot change it', { tags: ['ROLE-11'] }, async () => {
    const agentId = await make();
    const run = () =>
      operator.client.send(agentRuns.endpoints.execute, { body: { agentId, input: 'Please.' } });
    expect((await run()).status).toBe(404);
    await owner.call(agentAccess.endpoints.give, { body: { agentId, email: operator.email } });
    expect((await run()).body.responseData).toMatchObject({ output: 'Done.' });
    const change = { params: { id: agentId }, body: { description: 'Mine' } };
    expect((await operator.client.send(agents.endpoints.update, change)).status).toBe(403);
  });
});

describe('deleting an agent', () => {
  it('takes along who was given access', async () => {
    const agentId = await make();
    await owner.call(agentAccess.endpoints.give, { body: { agentId, email: operator.email } });
    const grants = () => server.sql('select user_id from access_grants where entity_id = $1', [agentId]);
    expect(await grants()).toEqual([{ user_id: operator.userId }]);
    await owner.call(agents.endpoints.remove, { params: { id: agentId }, query: {} });
    expect(await grants()).toEqual([]);
  });
});

describe('the calls of the worker service', () => {
  it('replace the members with access to an agent, and make it public or private', {
    tags: ['ACCESS-12'],
  }, async () => {
    const id = await make();
    const update = (body: { userIds?: string[]; access?: 'PUBLIC' | 'PRIVATE' }) =>
      owner.call(agentAccess.endpoints.update, { params: { id }, body });
    expect(await update({ userIds: [operator.userId] })).toEqual({ access: 'PRIVATE', given: 1, removed: 0 });
    expect(await sees(operator.client, id)).toEqual([200, true]);
    expect(await update({ userIds: [], access: 'PUBLIC' })).toEqual({
      access: 'PUBLIC',
      given: 0,
      removed: 1,
    });
    expect([await sees(operator.client, id), await sees(user.client, id)]).toEqual([
      [404, false],
      [200, true],
    ]);
  });

  it('list the members of the company with access to an agent, by role or by invitation', {
    tags: ['ACCESS-13'],
  }, async () => {
    const agentId = await make();
    const { email } = operator;
    await owner.call(agentAccess.endpoints.give, { body: { agentId, email } });
    const { items } = await owner.call(agentAccess.endpoints.list, { params: { agentId } });
    expect(items.map(({ role, by }) => `${role} ${by}`).toSorted()).toEqual(['OPERATOR GRANT', 'OWNER ROLE']);
  });

  it('give a member access to an agent, invite who is none, and know no other things than agents', {
    tags: ['ACCESS-14'],
  }, async () => {
    const agentId = await make();
    const give = (email: string) => owner.call(agentAccess.endpoints.give, { body: { agentId, email } });
    expect(await give(operator.email)).toEqual({ status: 'GRANTED', userId: operator.userId });
    expect(await give(`${crypto.randomUUID()}@example.com`)).toEqual({ status: 'INVITED', userId: null });
    const { invited } = await owner.call(agentAccess.endpoints.list, { params: { agentId } });
    expect(invited).toHaveLength(1);
    const other = { agentId: 'app_other', email: operator.email };
    expect((await owner.send(agentAccess.endpoints.give, { body: other })).body.code).toBe(
      'agents.not_found',
    );
  });
});
