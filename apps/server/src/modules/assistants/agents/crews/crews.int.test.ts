import { access } from '@atelier/contracts/account/access';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { emptyCrewTemplate } from '@atelier/contracts/assistants/agents/crew-shapes';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const { endpoints } = crews;
let model: FakeServer;
let server: TestServer;
let client: Client;
let tenantId: string;

beforeAll(async () => {
  model = await startScriptedModel(({ messages }) => ({ text: `Read: ${String(messages.at(-1)?.content)}` }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  const signedUp = await server.signUp();
  client = signedUp.client;
  tenantId = signedUp.user.tenantId;
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const nameOf = (what: string) => `${what} ${crypto.randomUUID()}`;
const makeAgent = async (): Promise<string> => {
  const body = { name: nameOf('Agent'), access: 'PUBLIC' as const };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const makeTeam = async () => {
  const [lead, first, second] = [await makeAgent(), await makeAgent(), await makeAgent()];
  return { supervisor: { agentId: lead }, subordinates: [first, second] };
};
const make = async (change: object = {}) =>
  client.call(endpoints.create, { body: { name: nameOf('Crew'), ...(await makeTeam()), ...change } });
const read = (id: string, as = client) => as.call(endpoints.get, { params: { id } });

describe('a crew', () => {
  it('is created, read and changed by the agent crew service, with its name, description, agents and access', {
    tags: ['CREW-01', 'CREW-05', 'CREW-06'],
  }, async () => {
    const team = await makeTeam();
    const body = {
      name: nameOf('Desk'),
      description: 'Answers letters.',
      access: 'PUBLIC' as const,
      ...team,
    };
    const made = await client.call(endpoints.create, { body });
    expect(made.crewId).toMatch(/^crw_/);
    expect(await read(made.crewId)).toMatchObject({ ...body, tenantId, revision: 1 });
    const { items } = await client.call(endpoints.list, { query: { search: body.name } });
    const supervisor = await client.call(agents.endpoints.get, { params: { id: team.supervisor.agentId } });
    expect(items).toMatchObject([
      { crewId: made.crewId, subordinates: 2, supervisorName: supervisor.name, isPublished: false },
    ]);
    const alone = await client.call(endpoints.create, { body: { name: nameOf('Alone') } });
    const listed = await client.call(endpoints.list, { query: { search: alone.name } });
    expect(listed.items).toMatchObject([{ subordinates: 0, supervisorName: null }]);
    const single = { params: { id: team.supervisor.agentId } };
    expect((await client.send(endpoints.get, single)).body.code).toBe('agents.not_found');
    expect((await client.call(agents.endpoints.list, { query: { search: body.name } })).items).toEqual([]);
  });

  it('is changed by PUT, and what is left out stays', { tags: ['CREW-07'] }, async () => {
    const made = await make({ description: 'First.' });
    const other = await makeAgent();
    const params = { id: made.crewId };
    const changed = await client.call(endpoints.update, { params, body: { supervisor: { agentId: other } } });
    expect(changed).toMatchObject({
      supervisor: { agentId: other },
      ...{ subordinates: made.subordinates, description: 'First.', name: made.name },
    });
    const late = client.call(endpoints.update, { params, body: { description: 'x', revision: 1 } });
    await expect(late).rejects.toThrow('agents.changed_meanwhile');
    const twice = client.call(endpoints.update, { params, body: { subordinates: [other] } });
    await expect(twice).rejects.toThrow('crews.supervisor_subordinate');
  });

  it('begins as the template of an empty crew, under its constant id', { tags: ['CREW-04'] }, async () => {
    expect(emptyCrewTemplate).toBe('empty-agent-crew-template');
    const template = await read('empty-agent-crew-template');
    expect(template).toMatchObject({
      supervisor: null,
      subordinates: [],
      access: 'PRIVATE',
      isPublished: false,
      ...{ revision: 0, links: [], active: true, hasDraft: true },
      version: { number: 1, state: 'DRAFT', isPublished: false },
      abilities: { canWrite: false, canRun: false },
    });
    const { description, access: kind, supervisor, subordinates, instructions, budget } = template;
    const body = {
      name: nameOf('Begun'),
      description,
      access: kind,
      supervisor,
      subordinates,
      instructions,
      budget,
    };
    expect(await client.call(endpoints.create, { body })).toMatchObject({
      supervisor: null,
      subordinates: [],
    });
  });

  it('has a name of its own among crews and agents, as a knowledge base has among its kind', {
    tags: ['KB-10'],
  }, async () => {
    const { name } = await make();
    const again = client.call(endpoints.create, { body: { name: name.toUpperCase() } });
    await expect(again).rejects.toThrow('agents.name_taken');
    await expect(client.call(agents.endpoints.create, { body: { name } })).rejects.toThrow(
      'agents.name_taken',
    );
    const makeBase = () => client.call(knowledge.endpoints.create, { body: { name } });
    await makeBase();
    await expect(makeBase()).rejects.toThrow('knowledge.name_taken');
  });

  it('is published with a supervisor and a subordinate only, and goes back to an earlier version', async () => {
    const { crewId } = await client.call(endpoints.create, { body: { name: nameOf('Empty') } });
    const params = { id: crewId };
    const publish = () => client.call(agents.endpoints.publish, { params });
    await expect(publish()).rejects.toThrow(/incomplete/);
    const team = await makeTeam();
    await client.call(endpoints.update, { params, body: { ...team, subordinates: [] } });
    await expect(publish()).rejects.toThrow(/incomplete/);
    await client.call(endpoints.update, { params, body: team });
    const { version } = await publish();
    await client.call(endpoints.update, { params, body: { supervisor: { agentId: await makeAgent() } } });
    const { versionId } = version;
    await client.call(agents.endpoints.restore, { params: { ...params, versionId } });
    expect((await read(crewId)).supervisor).toEqual(team.supervisor);
  });

  it('has agents that the builder sees, and no crews', async () => {
    const { crewId } = await make();
    for (const subordinates of [['agt_none'], [crewId]]) {
      const body = { name: nameOf('Wrong'), subordinates };
      await expect(client.call(endpoints.create, { body })).rejects.toThrow('agents.link_not_found');
    }
    const agentId = await makeAgent();
    const body = { agentIds: [crewId] };
    const handing = client.call(agents.endpoints.update, { params: { id: agentId }, body });
    await expect(handing).rejects.toThrow('agents.link_not_found');
  });

  it('is named before one of its agents is deleted', async () => {
    const { name, subordinates } = await make();
    const params = { id: subordinates[0] ?? '' };
    const refused = await client.send(agents.endpoints.remove, { params });
    expect(refused).toMatchObject({ status: 409, body: { code: 'agents.in_crew' } });
    expect(JSON.stringify(refused.body)).toContain(name);
    const { usedBy } = await client.call(agents.endpoints.removal, { params });
    expect(usedBy).toMatchObject([{ name, isCrew: true }]);
    await client.call(agents.endpoints.remove, { params, query: { force: 'true' } });
    await expect(client.call(agents.endpoints.get, { params })).rejects.toThrow('agents.not_found');
  });

  it('is seen by everybody in the company when it is public, and by those with access when it is private', async () => {
    const { crewId } = await make({ access: 'PUBLIC' });
    const grace = await joinTenant(server, { tenantId, role: 'USER' });
    expect((await read(crewId, grace.client)).abilities).toEqual({ canWrite: false, canRun: false });
    await client.call(endpoints.update, { params: { id: crewId }, body: { access: 'PRIVATE' } });
    await expect(read(crewId, grace.client)).rejects.toThrow('agents.not_found');
    const params = { entityId: crewId };
    await client.call(access.endpoints.update, { params, body: { userIds: [grace.userId] } });
    expect((await read(crewId, grace.client)).crewId).toBe(crewId);
  });

  it('is executed with the date and the time, which are added when the caller gives none', {
    tags: ['CREW-08'],
  }, async () => {
    const { crewId } = await make();
    const params = { id: crewId };
    await client.call(agents.endpoints.publish, { params });
    const body = { input: 'What day is it?' };
    const added = await client.call(endpoints.execute, { params, body });
    expect(added.date).toBe(new Date().toISOString().slice(0, 10));
    expect(added.time).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(added.output).toBe(`Read: What day is it?\n\nDate: ${added.date}. Time: ${added.time} (UTC).`);
    const given = { ...body, date: '2024-02-29', time: '08:15:00' };
    const { output } = await client.call(endpoints.execute, { params, body: given });
    expect(output).toContain('Date: 2024-02-29. Time: 08:15:00 (UTC).');
  });
});
