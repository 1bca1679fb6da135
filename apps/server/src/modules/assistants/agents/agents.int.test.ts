import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let model: FakeServer;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  model = await startScriptedModel(() => ({ text: 'Done.' }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const { endpoints } = agents;
type Settings = Partial<Parameters<typeof client.call<typeof endpoints.create>>[1]['body']>;
const make = (change: Settings = {}, as = client) =>
  as.call(endpoints.create, { body: { name: `Agent ${crypto.randomUUID()}`, ...change } });
const publish = (id: string) => client.call(endpoints.publish, { params: { id } });
const update = (id: string, body: Parameters<typeof client.call<typeof endpoints.update>>[1]['body']) =>
  client.call(endpoints.update, { params: { id }, body });

describe('the list of agents', () => {
  it('is filtered by status: a draft, a published agent, and one that is off', async () => {
    const { client: own } = await server.signUp();
    const names = async (status: 'DRAFT' | 'PUBLISHED' | 'OFF') =>
      (await own.call(endpoints.list, { query: { status } })).items.map(({ name }) => name);
    await offerModels(own, `${model.origin}/v1`, { chatModels: ['writer'] });
    await make({ name: 'Draft' }, own);
    const { agentId } = await make({ name: 'Works' }, own);
    await own.call(endpoints.publish, { params: { id: agentId } });
    const { agentId: id } = await make({ name: 'Sleeps' }, own);
    await own.call(endpoints.update, { params: { id }, body: { active: false } });
    expect([await names('DRAFT'), await names('PUBLISHED'), await names('OFF')]).toEqual([
      ['Draft'],
      ['Works'],
      ['Sleeps'],
    ]);
  });
});

describe('an agent', () => {
  it('has a name of its own, whatever its case, also after a change', { tags: ['AGENT-08'] }, async () => {
    const name = `Scout ${crypto.randomUUID()}`;
    await make({ name });
    await expect(make({ name: name.toUpperCase() })).rejects.toThrow(/agents\.name_taken/);
    const { agentId } = await make();
    await expect(update(agentId, { name })).rejects.toThrow(/agents\.name_taken/);
  });

  it('is copied as a private draft, and each copy gets a name of its own', async () => {
    const name = `Scout ${crypto.randomUUID()}`;
    const { agentId } = await make({ name, access: 'PUBLIC', instructions: 'Scout.' });
    await publish(agentId);
    const copy = () => client.call(endpoints.duplicate, { params: { id: agentId } });
    const copies = [await copy(), await copy()];
    expect(copies.map((each) => each.name)).toEqual([`Copy of ${name}`, `Copy of ${name} 2`]);
    expect(copies[0]).toMatchObject({ access: 'PRIVATE', isPublished: false, instructions: 'Scout.' });
  });

  it('leaves a line for each thing that is done with it', async () => {
    const { agentId } = await make({ name: `Scout ${crypto.randomUUID()}` });
    await publish(agentId);
    const copy = await client.call(endpoints.duplicate, { params: { id: agentId } });
    const run = { agentId, input: 'Scout.' };
    await client.call(agentRuns.endpoints.start, { body: { ...run, environment: 'TESTING' } });
    await client.call(agentRuns.endpoints.start, { body: run });
    await update(agentId, { active: false });
    await update(agentId, { active: false, description: 'Sleeps.' });
    await expect(client.call(agentRuns.endpoints.start, { body: run })).rejects.toThrow('agents.inactive');
    await update(agentId, { active: true, description: 'Scouts.' });
    await client.call(endpoints.remove, { params: { id: agentId }, query: {} });
    const lines = await server.sql(
      `select action, details ->> 'name' as name, details ->> 'copyOf' as copy from audit_log
        where subject_id = any($1) and action like 'agents.%' order by created_at, id`,
      [[agentId, copy.agentId]],
    );
    expect(lines.map(({ action }) => String(action))).toEqual([
      ...['agents.created', 'agents.published', 'agents.created', 'agents.tested', 'agents.started'],
      ...['agents.deactivated', 'agents.updated', 'agents.activated', 'agents.updated', 'agents.removed'],
    ]);
    expect(lines[2]).toMatchObject({ name: copy.name, copy: agentId });
  });

  it('refuses a save that names a revision of an older version', async () => {
    const { agentId, revision } = await make();
    await publish(agentId);
    const first = await update(agentId, { description: 'First', revision });
    expect(first.revision).toBeGreaterThan(revision);
    await expect(update(agentId, { description: 'Second', revision })).rejects.toThrow(
      /agents\.changed_meanwhile/,
    );
  });

  it('names everything that keeps it from being published, at the setting concerned', async () => {
    const { client: own } = await server.signUp();
    const base = await own.call(knowledge.endpoints.create, { body: { name: 'Handbook' } });
    const helper = await make({ name: 'Helper' }, own);
    const { knowledgeBaseId } = base;
    const { agentId } = await make(
      {
        ...{ knowledgeBaseIds: [knowledgeBaseId], agentIds: [helper.agentId], instructions: '' },
        tools: { toolList: [{ _id: 'tol_calculate' }] },
      },
      own,
    );
    await own.call(baseRemoval.endpoints.remove, { params: { id: knowledgeBaseId } });
    const { body } = await own.send(endpoints.publish, { params: { id: agentId } });
    expect(body.code).toBe('agents.incomplete');
    const { issues } = body.details as { issues: { path: string; message: string }[] };
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'instructions: Please say what the agent has to do.',
      'modelId: An agent needs a language model, and this one only quotes documents. Please choose another one, or add a provider under Models.',
      'knowledgeBaseIds: One of the knowledge bases does not exist any more. Please choose again.',
      'agentIds: It hands work to agents that take none: “Helper”. Please publish them and switch them on, or choose others.',
    ]);
    const { links } = await own.call(endpoints.get, { params: { id: agentId } });
    expect(links).toEqual([
      { id: 'tol_calculate', name: 'Calculator' },
      { id: knowledgeBaseId, name: null },
      { id: helper.agentId, name: 'Helper' },
    ]);
  });

  it('keeps who may use it when an older version is restored', async () => {
    const { agentId, version } = await make({ access: 'PUBLIC', description: 'Old' });
    await publish(agentId);
    await update(agentId, { access: 'PRIVATE', description: 'New' });
    const { versionId } = version;
    const older = await client.call(endpoints.get, { params: { id: agentId }, query: { versionId } });
    expect([older.description, older.access]).toEqual(['Old', 'PRIVATE']);
    const restored = await client.call(endpoints.restore, { params: { id: agentId, versionId } });
    expect([restored.description, restored.access]).toEqual(['Old', 'PRIVATE']);
  });
});
