import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { type AgentModel, startAgentModel } from '../src/fakes/agent-model.ts';
import { startSessionMcp } from '../src/fakes/session-mcp.ts';
import { type Product, startProduct } from '../src/product.ts';

let mcp: Awaited<ReturnType<typeof startSessionMcp>>;
let model: AgentModel;
let product: Product;

beforeAll(async () => {
  mcp = await startSessionMcp();
  model = await startAgentModel(({ turn, tools }) => {
    const named = (part: string) => tools.find((name) => name.includes(part)) ?? part;
    const calls = ['open', 'close'].map((name): [string, object] => [named(name), {}]);
    const call = calls[turn];
    return call ? { calls: [call] } : { text: 'Done.' };
  });
  const allowed = [mcp.url, model.address].map((address) => new URL(address).host).join(',');
  product = await startProduct({ env: { OUTBOUND_ALLOW: allowed } });
});
afterAll(async () => {
  await product.close();
  await model.close();
  await mcp.close();
});

interface RunDetails {
  status: string;
  steps: { type: string; status: string; output: unknown; approvalToken: string | null }[];
}

it('a run whose server is killed between two calls of an MCP session goes on in that session, and ends it', {
  timeout: 120_000,
}, async () => {
  const { client } = await product.signUp();
  const modelId = await model.offerTo(client);
  const { mcpId } = await client.post<{ mcpId: string }>('/api/crew/mcps', {
    ...{ name: 'Door', url: mcp.url },
    tools: [
      { name: 'open', effect: 'READS', approval: 'NEVER' },
      { name: 'close', effect: 'WRITES', approval: 'ALWAYS' },
    ],
  });
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Porter', modelId, tools: { mcpList: [{ _id: mcpId }] } },
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const before = mcp.events.length;
  const { runId } = await client.post<{ runId: string }>('/api/crew/agent-runs', {
    ...{ agentId, input: 'Please open and close.' },
  });
  const read = () => client.get<RunDetails>(`/api/crew/agent-runs/${runId}`);
  const reaches = (status: string) =>
    eventually(async () => (await read()).status === status, {
      within: 60_000,
      what: `The status ${status}`,
    });
  await reaches('WAITING');
  await product.kill('SIGKILL');
  await product.start();
  const { status, steps } = await read();
  expect(status).toBe('WAITING');
  const token = steps.find((step) => step.status === 'WAITING')?.approvalToken ?? '';
  await client.post(`/api/crew/agent-approvals/${token}`, { decision: 'APPROVED' });
  await reaches('COMPLETED');
  expect((await read()).steps.map(({ output }) => output)).toEqual([
    'open is call 1 here',
    'close is call 2 here',
  ]);
  const done = () => mcp.events.slice(before);
  await eventually(async () => done().some(({ what }) => what === 'END'), {
    within: 30_000,
    what: 'The end of the session',
  });
  expect(done().map(({ what }) => what)).toEqual(['BEGIN', 'CALL', 'CALL', 'END']);
  expect(new Set(done().map(({ session }) => session)).size).toBe(1);
});
