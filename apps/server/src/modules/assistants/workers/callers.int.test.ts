import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { connections } from '@atelier/contracts/content/connections/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pieceStep, webhookFlow } from '../../../../tests/flow-json.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../tests/worker-bed.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const makeFlow = async (input: Record<string, unknown>): Promise<{ id: string; name: string }> => {
  const name = uniqueName('Flow');
  const body = webhookFlow(name, [pieceStep('step_1', ['agents', 'run_agent'], input)]);
  return { id: (await bed.client.call(flows.endpoints.create, { body })).flowId, name };
};
const removalOf = (id: string) => bed.client.call(agents.endpoints.removal, { params: { id } });
const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((each) => [each.id, each]));

describe('what deleting takes along', () => {
  it('names the flows and workers that run an agent, and only those', async () => {
    const [agentId, other] = [await bed.makeAgent(), await bed.makeAgent()];
    const flow = await makeFlow({ agentId, task: 'Greet.' });
    await makeFlow({ agentId: other, task: 'Greet.' });
    const worker = await bed.deploy({ agentId });
    const { callers } = await removalOf(agentId);
    expect(byId(callers)).toEqual(
      byId([
        { kind: 'FLOW', id: flow.id, name: flow.name },
        { kind: 'WORKER', id: worker.workerId, name: worker.name },
      ]),
    );
  });

  it('names the workers that run a crew', async () => {
    const [lead, member] = [await bed.makeAgent(), await bed.makeAgent()];
    const body = { name: uniqueName('Crew'), supervisor: { agentId: lead }, subordinates: [member] };
    const { crewId } = await bed.client.call(crews.endpoints.create, { body });
    await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });
    const { workerId, name } = await bed.deploy({ crewId });
    expect((await removalOf(crewId)).callers).toEqual([{ kind: 'WORKER', id: workerId, name }]);
  });

  it('names the flows and workers that use a connection, also in a draft, and only those', async () => {
    const connect = async () => {
      const body = {
        ...{ service: 'WEB' as const, kind: 'HTTP_AUTHENTICATION', name: uniqueName('Service') },
        values: { site: 'https://example.com', way: 'BEARER', secret: 's3cret' },
      };
      return (await bed.client.call(connections.endpoints.create, { body })).connectionId;
    };
    const [used, unused] = [await connect(), await connect()];
    const step = pieceStep('step_1', ['http', 'send_request'], { url: 'https://example.com', method: 'GET' });
    const settings = { ...(step['settings'] as object), connectionId: used };
    const name = uniqueName('Flow');
    const { flowId: id } = await bed.client.call(flows.endpoints.create, {
      body: webhookFlow(name, [{ ...step, settings }]),
    });
    const worker = await bed.deploy({ queue: [{ kind: 'MAIL', connectionId: used }] });
    const usesOf = async (connectionId: string) =>
      (await bed.client.call(connections.endpoints.get, { params: { id: connectionId } })).uses;
    expect(byId(await usesOf(used))).toEqual(
      byId([
        { kind: 'FLOW', id, name, blocks: false },
        { kind: 'WORKER', id: worker.workerId, name: worker.name, blocks: false },
      ]),
    );
    expect(await usesOf(unused)).toEqual([]);
  });

  it('names the agents that use a flow as a tool, and the workers that run it', async () => {
    const { id: flowId } = await makeFlow({ agentId: await bed.makeAgent(), task: 'Greet.' });
    const name = uniqueName('Caller');
    const agentId = await bed.makeAgent({ name, flowIds: [flowId] });
    const worker = await bed.deploy({ flowId });
    const { callers } = await bed.client.call(flows.endpoints.removal, { params: { id: flowId } });
    expect(byId(callers)).toEqual(
      byId([
        { kind: 'AGENT', id: agentId, name },
        { kind: 'WORKER', id: worker.workerId, name: worker.name },
      ]),
    );
  });
});
