import { access } from '@atelier/contracts/account/access';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, webhookFlow } from '../../../../../tests/flow-json.ts';
import { joinTenant } from '../../../../../tests/member.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const { endpoints } = workerAccess;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const setStatus = (id: string, status: 'ACTIVE' | 'PAUSED' | 'DEACTIVATED') =>
  bed.client.call(workers.endpoints.update, { params: { id }, body: { status } });

describe('an invited user', () => {
  it('loses access to a worker when they are removed', { tags: ['WORKER-16'] }, async () => {
    const { workerId } = await bed.deploy({ access: 'PRIVATE' });
    const member = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
    const given = { params: { entityId: workerId }, body: { userIds: [member.userId] } };
    await bed.client.call(access.endpoints.update, given);
    const read = () => member.client.call(workers.endpoints.get, { params: { id: workerId } });
    expect((await read()).workerId).toBe(workerId);
    const query = { userId: member.userId };
    await bed.client.call(endpoints.removeUser, { params: { id: workerId }, query });
    await expect(read()).rejects.toThrow('workers.not_found');
    const again = bed.client.call(endpoints.removeUser, { params: { id: workerId }, query });
    await expect(again).rejects.toThrow('access.not_given');
  });
});

describe('a visitor', () => {
  it('reads the public details of a public worker, and of no other', {
    tags: ['WORKER-21'],
  }, async () => {
    const visitor = bed.server.visitor();
    const shared = await bed.deploy({ access: 'PUBLIC', description: 'Answers letters.' });
    const hidden = await bed.deploy({ access: 'PRIVATE' });
    const read = (id: string) => visitor.call(endpoints.publicDetails, { params: { id } });
    expect(await read(shared.workerId)).toEqual({
      ...{ workerId: shared.workerId, name: shared.name, description: 'Answers letters.' },
      isPaused: false,
    });
    await expect(read(hidden.workerId)).rejects.toThrow('workers.link_not_found');
    await setStatus(shared.workerId, 'DEACTIVATED');
    await expect(read(shared.workerId)).rejects.toThrow('workers.link_not_found');
    await bed.client.call(workers.endpoints.remove, { params: { id: shared.workerId } });
    await expect(read(shared.workerId)).rejects.toThrow('workers.link_not_found');
  });

  it('is told why a public worker is offline, and learns of no other', { tags: ['WORKER-22'] }, async () => {
    const shared = await bed.deploy({ access: 'PUBLIC' });
    const hidden = await bed.deploy({ access: 'PRIVATE' });
    for (const { workerId } of [shared, hidden]) await setStatus(workerId, 'PAUSED');
    const { tenantId } = bed;
    const ask = async (agentId?: string, client = bed.server.visitor()) =>
      (await client.call(endpoints.offlineAgents, { query: { tenantId, agentId } })).agents;
    expect(await ask(shared.workerId)).toMatchObject([{ workerId: shared.workerId, reason: 'PAUSED' }]);
    expect(await ask(hidden.workerId)).toEqual([]);
    expect(await ask()).toEqual([]);
    const seen = (await ask(undefined, bed.client)).map(({ workerId }) => workerId);
    expect(seen).toEqual(expect.arrayContaining([shared.workerId, hidden.workerId]));
  });
});

describe('the calls of the documents', () => {
  it('list the flows that are deployed, and neither drafts nor flows that are off', {
    tags: ['AGENT-24'],
  }, async () => {
    const name = uniqueName('Workflow');
    const make = async (each: string) => {
      const body = webhookFlow(`${name} ${each}`, [keep('step_1', 'Hello')]);
      return (await bed.client.call(flows.endpoints.create, { body })).flowId;
    };
    const publish = (id: string) => bed.client.call(flows.endpoints.publish, { params: { id } });
    await make('that is a draft');
    const deployed = await make('that runs');
    const off = await make('that is off');
    await publish(deployed);
    await publish(off);
    await bed.client.call(flows.endpoints.setStatus, {
      params: { id: off },
      body: { status: 'DISABLED' },
    });
    const { items } = await bed.client.call(flows.endpoints.listOnAgent, { query: { search: name } });
    expect(items.map(({ flowId, displayName, status }) => [flowId, displayName, status])).toEqual([
      [deployed, `${name} that runs`, 'ENABLED'],
    ]);
  });

  it('save a workflow, and import a flow', { tags: ['AGENT-25', 'WORKER-25'] }, async () => {
    const displayName = uniqueName('Workflow');
    const saved = await bed.client.call(flows.endpoints.saveOnAgent, { body: { displayName } });
    const { flowId } = saved;
    const renamed = `${displayName}, changed`;
    await bed.client.call(flows.endpoints.saveOnAgent, { body: { displayName: renamed, flowId } });
    const { items } = await bed.client.call(flows.endpoints.list, { query: { search: displayName } });
    expect(items.map((flow) => [flow.flowId, flow.displayName])).toEqual([[flowId, renamed]]);
    const content = await bed.client.call(flows.endpoints.get, { params: { id: flowId } });
    const { trigger } = content.version;
    const copy = { displayName: uniqueName('Imported'), trigger };
    const imported = await bed.client.call(flows.endpoints.importOnWorker, { body: copy });
    expect(imported).toMatchObject({ displayName: copy.displayName, version: { trigger } });
    expect(imported.flowId).not.toBe(flowId);
  });

  it('read the logs of agents', { tags: ['AGENT-20'] }, async () => {
    const agentId = await bed.makeAgent();
    const body = { agentId, input: 'Please do it.' };
    const { runId } = await bed.client.call(agentRuns.endpoints.execute, { body });
    const { items } = await bed.client.call(agentRuns.endpoints.listOnContent, { query: { agentId } });
    expect(items).toMatchObject([{ runId, agentId, status: 'COMPLETED', task: 'Please do it.' }]);
  });
});
