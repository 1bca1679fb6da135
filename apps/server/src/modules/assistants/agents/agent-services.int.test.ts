import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import {
  AgentMode,
  AgentType,
  defaultAgentInstructions,
} from '@atelier/contracts/assistants/agents/agent-shapes';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = agents;
let model: FakeServer;
let server: TestServer;
let client: Client;
let tenantId: string;

beforeAll(async () => {
  model = await startScriptedModel(({ messages }) => ({ text: `Done: ${String(messages.at(-1)?.content)}` }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  const { client: owner, user } = await server.signUp();
  client = owner;
  tenantId = user.tenantId;
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const name = () => `Scout ${crypto.randomUUID()}`;
const make = (change: object = {}) => client.call(endpoints.create, { body: { name: name(), ...change } });
const read = (id: string) => client.call(endpoints.get, { params: { id } });

describe('an agent on the three services', () => {
  it('is listed by each of them alike, and found by its name', {
    tags: ['AGENT-16', 'AGENT-21', 'AGENT-27', 'AGENT-31'],
  }, async () => {
    const made = await make();
    const query = { search: made.name };
    const lists = [endpoints.list, endpoints.listOnContent, endpoints.listOnAgent];
    const found = await Promise.all(lists.map((each) => client.call(each, { query })));
    expect(found.map(({ items }) => items.map(({ agentId }) => agentId))).toEqual([
      [made.agentId],
      [made.agentId],
      [made.agentId],
    ]);
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
    const { client: stranger } = await server.signUp();
    for (const each of lists) expect((await stranger.call(each, {})).items).toEqual([]);
  });

  it('is created, read and changed on the crew service', {
    tags: ['AGENT-28', 'AGENT-29', 'AGENT-30'],
  }, async () => {
    const made = await make({ description: 'First.' });
    expect(await read(made.agentId)).toMatchObject({ name: made.name, description: 'First.', tenantId });
    await client.call(endpoints.update, { params: { id: made.agentId }, body: { description: 'Second.' } });
    expect(await read(made.agentId)).toMatchObject({ name: made.name, description: 'Second.' });
  });

  it('is saved and switched off and on by the content service, and read there', {
    tags: ['AGENT-17', 'AGENT-19', 'AGENT-31'],
  }, async () => {
    const save = (body: object) => client.call(endpoints.saveOnContent, { body });
    const { agentId } = await save({ name: name(), description: 'First.' });
    expect(await save({ agentId, description: 'Second.' })).toMatchObject({ agentId, active: true });
    expect(await save({ agentId, active: false })).toMatchObject({ description: 'Second.', active: false });
    const params = { id: agentId };
    expect(await client.call(endpoints.getOnContent, { params })).toMatchObject({ agentId, active: false });
    expect(await save({ agentId, active: true })).toMatchObject({ active: true });
  });

  it('is created and changed by the agent service', { tags: ['AGENT-22', 'AGENT-31'] }, async () => {
    const save = (body: object) => client.call(endpoints.saveOnAgent, { body });
    const { agentId } = await save({ name: name(), instructions: 'Look.' });
    await save({ agentId, instructions: 'Look twice.' });
    expect(await read(agentId)).toMatchObject({ instructions: 'Look twice.' });
  });

  it('is saved with lists of tools and servers, and carries their ids in its record', {
    tags: ['AGENT-02', 'AGENT-04', 'TOOL-01'],
  }, async () => {
    const { mcpId } = await client.call(mcps.endpoints.create, {
      body: { name: name(), url: 'http://127.0.0.1:9/mcp' },
    });
    const calculator = { _id: 'tol_calculate' };
    const tools = { toolList: [calculator, { _id: 'tol_current_date' }], mcpList: [{ _id: mcpId }] };
    const made = await make({ tools });
    const record = (id: string) => client.call(endpoints.getOnContent, { params: { id } });
    expect(await record(made.agentId)).toMatchObject({
      ...{ name: made.name, type: 'INDEPENDENT' },
      ...{ tools: ['tol_calculate', 'tol_current_date'], mcps: [mcpId] },
    });
    const fewer = { toolList: [calculator], mcpList: [] };
    await client.call(endpoints.update, { params: { id: made.agentId }, body: { tools: fewer } });
    expect(await record(made.agentId)).toMatchObject({ tools: ['tol_calculate'], mcps: [] });
    expect((await read(made.agentId)).tools).toEqual(fewer);
    await expect(make({ tools: { toolList: ['tol_calculate'] } })).rejects.toThrow(/toolList/);
    await expect(make({ tools: { toolList: [{ _id: 'tol_missing' }] } })).rejects.toThrow(
      /agents\.tool_not_found/,
    );
  });

  it('is deleted by each of them', { tags: ['AGENT-18', 'AGENT-23', 'AGENT-31'] }, async () => {
    for (const each of [endpoints.remove, endpoints.removeOnContent, endpoints.removeOnAgent]) {
      const { agentId } = await make();
      await client.call(each, { params: { id: agentId }, query: { tenantId } });
      await expect(read(agentId)).rejects.toThrow(/agents\.not_found/);
    }
  });

  it('is executed by the executor service', { tags: ['AGENT-26'] }, async () => {
    const { agentId } = await make({ instructions: 'Say it.' });
    await client.call(endpoints.publish, { params: { id: agentId } });
    const done = await client.call(agentRuns.endpoints.execute, {
      query: { tenantId },
      body: { agentId, input: 'Good morning' },
    });
    expect(done).toMatchObject({ output: 'Done: Good morning', usage: { turns: 1 } });
    const run = await client.call(agentRuns.endpoints.get, { params: { runId: done.runId } });
    expect(run).toMatchObject({ agentId, status: 'COMPLETED', output: 'Done: Good morning' });
  });
});

describe('the three kinds of an agent', () => {
  it('are properties of their own: an update forces the type of the record and leaves mode and type', {
    tags: ['AGENT-03', 'AGENT-05', 'AGENT-06', 'AGENT-07'],
  }, async () => {
    expect(AgentMode.options).toEqual(['CREW', 'FLOW', 'BUILDER']);
    expect(AgentType.options).toEqual(['Supervisor', 'Autonomous', 'Atelier Flow']);
    for (const [at, mode] of AgentMode.options.entries()) {
      const agentType = AgentType.options[at];
      const { agentId } = await make({ mode, agentType });
      const body = { type: 'DEPENDENT', description: 'Changed.' };
      const changed = await client.call(endpoints.update, { params: { id: agentId }, body });
      expect(changed).toMatchObject({ type: 'INDEPENDENT', mode, agentType, description: 'Changed.' });
    }
    await expect(make({ mode: 'SOLO' })).rejects.toThrow(/mode/);
    await expect(make({ agentType: 'Boss' })).rejects.toThrow(/agentType/);
  });

  it('come with instructions about agents that work for it and its tools, until others are written', {
    tags: ['AGENT-13', 'AGENT-14'],
  }, async () => {
    const { agentId, instructions } = await make();
    expect(instructions).toBe(defaultAgentInstructions);
    expect(instructions).toMatch(/agents that work for you/);
    expect(instructions).toMatch(/one of your tools/);
    await client.call(endpoints.update, { params: { id: agentId }, body: { instructions: 'Mine.' } });
    expect((await read(agentId)).instructions).toBe('Mine.');
  });
});
