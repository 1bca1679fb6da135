import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMcpServer } from '../../../../../tests/fakes/mcp-servers.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const offered = [{ name: 'weigh', description: '', inputSchema: { type: 'object', allOf: [] } }];
let bed: WorkerBed;
let mcp: Awaited<ReturnType<typeof startMcpServer>>;
let toolId: string;
let mcpId: string;
let agentId: string;
const settings = {
  name: 'Find parcel',
  request: {
    url: 'https://example.com/{number}',
    parameters: [{ name: 'number', schema: { type: 'string', pattern: '^[0-9]+$' } }],
  },
  effect: 'READS' as const,
  approval: 'NEVER' as const,
};

beforeAll(async () => {
  mcp = await startMcpServer(() => ({ result: { tools: offered } }));
  bed = await startWorkerBed([new URL(mcp.origin).host]);
  ({ toolId } = await bed.client.call(tools.endpoints.create, { body: settings }));
  ({ mcpId } = await bed.client.call(mcps.endpoints.create, { body: { name: 'Scales', url: mcp.url } }));
  agentId = await bed.makeAgent({ tools: { toolList: [{ _id: toolId }], mcpList: [{ _id: mcpId }] } });
});
afterAll(async () => {
  await bed.close();
  await mcp.close();
});

/** The provider refuses tools whose names have this word in them. */
const runWithout = async (word: string): Promise<void> => {
  bed.say(({ tools: given }) => {
    const name = given.map((each) => each.function.name).find((each) => each.includes(word));
    const message = `Invalid schema for function '${name}': In context=('properties', 'number'), 'pattern' is not permitted.`;
    return name === undefined ? { text: 'Done.' } : { status: 400, message };
  });
  const { workerId } = await bed.deploy({ agentId });
  const record = await bed.ended(await bed.trigger(workerId, 'Find it.'));
  expect(record.status).toBe('COMPLETED');
};
const readTool = () => bed.client.call(tools.endpoints.get, { query: { toolId } });
const readServer = () => bed.client.call(mcps.endpoints.get, { params: { id: mcpId } });

describe('a tool that the provider of a model refused', () => {
  it('says who refused it, when, and by which keyword, until the provider takes it', async () => {
    expect((await readTool()).refusal).toBeNull();
    const since = Date.now();
    await runWithout('find');
    const { refusal } = await readTool();
    expect(refusal).toMatchObject({
      provider: 'Fake',
      keyword: 'pattern',
      reason: expect.stringContaining("'pattern' is not permitted.") as string,
    });
    expect(Date.parse(refusal?.at ?? '')).toBeGreaterThanOrEqual(since - 1000);
    const { items } = await bed.client.call(tools.endpoints.list, { query: {} });
    expect(items.find((each) => each.toolId === toolId)?.refusal).toEqual(refusal);
    expect((await readServer()).refusals).toEqual({});
    await runWithout('nothing');
    expect((await readTool()).refusal).toBeNull();
  });

  it('says nothing of it any more once its arguments are others', async () => {
    await runWithout('find');
    expect((await readTool()).refusal?.keyword).toBe('pattern');
    const parameters = [{ name: 'number', schema: { type: 'string' } }];
    const body = { ...settings, toolId, request: { ...settings.request, parameters } };
    expect((await bed.client.call(tools.endpoints.update, { body })).refusal).toBeNull();
  });

  it('is named beside its server when it is one of a server', async () => {
    await runWithout('weigh');
    expect((await readServer()).refusals).toMatchObject({ weigh: { keyword: 'pattern', provider: 'Fake' } });
    await runWithout('nothing');
    expect((await readServer()).refusals).toEqual({});
  });
});
