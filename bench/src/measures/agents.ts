import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../e2e/src/eventually.ts';
import { freePort } from '../../../e2e/src/free-port.ts';
import { type Child, startChild } from '../child.ts';
import { interleave } from '../interleave.ts';
import { liveMemory, withInspector } from '../load/live-memory.ts';
import { type BurstTarget, type WeighedBurst, weighedBurst } from '../load/weighed-burst.ts';
import type { Measurement, Part } from '../measurement.ts';
import { residentMemory } from '../process-cpu.ts';
import { median, percentile } from '../statistics.ts';
import { prepareTestBed, type TestBed } from '../test-bed.ts';

const rounds = 3;
const burstMs = 4000;
/** The turns of a run: nine calls of a tool, and the answer. */
const turns = 10;
const callersOfRow = [1, 16, 64];
const waitingRuns = 400;

const limitIs = 'a bare loop over the same model, which keeps and charges nothing';
const distance =
  'each turn holds and charges credits and is an entry of the journal, as is each group of calls: four commits a turn';

const compare = (callers: number, ours: WeighedBurst[], bare: WeighedBurst[]): Measurement[] => {
  const of = (pick: (one: WeighedBurst) => number) => ({
    ours: median(ours.map(pick)),
    limit: median(bare.map(pick)),
    ...{ limitIs, distance },
  });
  const who = `a run of ten turns with nine calls of a tool, ${callers} at once`;
  return [
    {
      name: `agents.cpu.${callers}`,
      what: `${who}, CPU of one turn`,
      unit: 'ms',
      better: 'lower',
      ...of(({ cpu }) => cpu / turns),
    },
    {
      name: `agents.p50.${callers}`,
      what: `${who}, p50`,
      unit: 'ms',
      better: 'lower',
      ...of(({ times }) => percentile(times, 0.5)),
    },
  ];
};

const makeAgent = async ({ client }: TestBed, settings: object): Promise<string> => {
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    name: `Agent ${crypto.randomUUID()}`,
    instructions: 'You compute.',
    ...settings,
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  return agentId;
};

/** Measures the memory that a run takes while it waits for the decision of a person. */
const memoryOfWaiting = async (
  testBed: TestBed,
  agentId: string,
  inspector: number,
): Promise<Measurement[]> => {
  const { product, client } = testBed;
  const pid = product.pid ?? 0;
  const start = () => client.post('/api/crew/agent-runs', { agentId, input: 'Please compute.' });
  const startAll = async (count: number) => {
    for (let begun = 0; begun < count; begun += 20) await Promise.all(Array.from({ length: 20 }, start));
    await eventually(
      async () => {
        const [row] = await product.sql<{ open: number }>(
          "select count(*)::int as open from runs where kind = 'agents.run' and status in ('QUEUED', 'RUNNING')",
        );
        return row?.open === 0;
      },
      { within: 240_000, what: 'The runs that wait' },
    );
    await sleep(10_000);
  };
  // The memory that the first runs take, such as for compiled code, belongs to no run.
  await startAll(waitingRuns);
  // The resident memory is read before the collection that comes with the live memory, which also gives pages back.
  const memory = async () => ({
    resident: await residentMemory(pid),
    live: (await liveMemory(inspector)) / 1024,
  });
  const before = await memory();
  await startAll(waitingRuns);
  const after = await memory();
  const row = { unit: 'MB', better: 'lower' as const, limitIs: 'the same before them' };
  return [
    {
      ...row,
      name: 'agents.memory.waiting',
      what: `memory in use after garbage collection with ${waitingRuns} more runs that wait for a decision`,
      ours: after.live,
      limit: before.live,
      distance: 'none: a run that waits holds no memory',
    },
    {
      ...row,
      name: 'agents.memory.waiting.resident',
      what: `resident memory of the server with ${waitingRuns} more runs that wait for a decision`,
      ours: after.resident,
      limit: before.resident,
      distance: 'the heap between two collections',
    },
  ];
};

const measureOn = async (
  testBed: TestBed,
  { model, bare, inspector }: { model: Child; bare: Child; inspector: number },
): Promise<Measurement[]> => {
  const { product, client, apiKey } = testBed;
  const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Tools',
    settings: { baseUrl: model.address, apiKey: 'sk-bench' },
    chatModels: ['tools'],
  });
  const settings = { modelId: `${providerId}/tools`, tools: { toolList: [{ _id: 'tol_calculate' }] } };
  const agentId = await makeAgent(testBed, settings);
  const target = (callers: number): BurstTarget => ({
    origin: product.origin,
    path: '/api/executor/agent-execute',
    body: { agentId, input: 'Please compute.' },
    headers: { authorization: `Bearer ${apiKey}` },
    callers,
  });
  const pids = async () => (await product.processes()).map(({ pid }) => pid);
  const found: Measurement[] = [];
  for (const callers of callersOfRow) {
    const bursts = await interleave(rounds, {
      ours: () => weighedBurst(target(callers), { ms: burstMs, pids }),
      bare: () =>
        weighedBurst(
          { origin: bare.address, path: '/', body: {}, callers },
          { ms: burstMs, pids: async () => [bare.pid] },
        ),
    });
    found.push(...compare(callers, bursts.ours, bursts.bare));
  }
  const asking = await makeAgent(testBed, {
    ...settings,
    tools: { toolList: [{ _id: 'tol_send_request' }] },
    approval: 'ALWAYS',
  });
  return [...found, ...(await memoryOfWaiting(testBed, asking, inspector))];
};

/** Measures what a turn of an agent costs beside the model, and what a run costs that waits. */
export const agentsPart: Part = {
  name: 'agents',
  async measure({ env }) {
    const model = await startChild(new URL('../load/tool-model.ts', import.meta.url), { turns });
    const bare = await startChild(new URL('../limits/bare-agent.ts', import.meta.url), {
      model: model.address,
    });
    const inspector = await freePort();
    const settings = { ...env, OUTBOUND_ALLOW: new URL(model.address).host };
    const testBed = await prepareTestBed(withInspector(settings, inspector));
    try {
      return await measureOn(testBed, { model, bare, inspector });
    } finally {
      await testBed.close();
      await bare.stop();
      await model.stop();
    }
  },
};
