import { chain, type Step, step, webhookFlow } from '../../../e2e/src/flows/flow-steps.ts';
import { listTree } from '../../../e2e/src/process-tree.ts';
import { type Child, startChild } from '../child.ts';
import { interleave } from '../interleave.ts';
import { type BurstTarget, openCallers, type WeighedBurst, weighedBurst } from '../load/weighed-burst.ts';
import type { Measurement, Part } from '../measurement.ts';
import { residentMemory } from '../process-cpu.ts';
import { measureBehindOthers } from '../runs/behind-others.ts';
import { median, percentile } from '../statistics.ts';
import { prepareTestBed, type TestBed } from '../test-bed.ts';

const rounds = 3;
const burstMs = 3000;
const body = { n: 7 };
/** The commits that a run must wait for: its start, the steps before its call, and the result of the call with the end. */
const commits = 3;
/** `FLOW_RUNS=100000` for the memory after as many runs; fewer usually, because each round of them takes minutes. */
const memoryRuns = Number(process.env['FLOW_RUNS'] ?? 10_000);

const code: Step = {
  name: 'step_3',
  type: 'CODE',
  displayName: 'Code',
  settings: {
    sourceCode: { code: 'export const code = async ({ n }) => ({ twice: n * 2 });' },
    input: { n: '{{step_1.n}}' },
  },
};

/** Transforms the body of a webhook, branches, runs code, calls a service and responds. */
const flowOn = (echo: string) =>
  webhookFlow('Measured', [
    step('step_1', 'data-mapper', 'advanced_mapping', {
      mapping: { n: '{{trigger.body.n}}', text: 'n is {{trigger.body.n}}' },
    }),
    {
      name: 'step_2',
      type: 'ROUTER',
      displayName: 'Router',
      settings: {
        executionType: 'EXECUTE_FIRST_MATCH',
        branches: [
          {
            branchName: 'Positive',
            branchType: 'CONDITION',
            conditions: [
              [{ firstValue: '{{step_1.n}}', operator: 'NUMBER_IS_GREATER_THAN', secondValue: '0' }],
            ],
          },
          { branchName: 'Otherwise', branchType: 'FALLBACK' },
        ],
      },
      children: [
        chain([
          code,
          step('step_4', 'http', 'send_request', {
            method: 'POST',
            url: echo,
            body: { twice: '{{step_3.twice}}' },
            failOnError: true,
          }),
        ]),
        null,
      ],
    },
    step('step_5', 'webhook', 'return_response', {
      status: 200,
      headers: {},
      body: { n: '{{step_1.n}}', ok: '{{step_4.body.ok}}' },
    }),
  ]);

const limitIs = `a bare Fastify route with ${commits} one-row commits`;
const distance =
  'the journal of six steps, the call and its checks, the virtual machine of the code in a thread, the row policies, and the writing of the answer';

const compare = (callers: number, ours: WeighedBurst[], bare: WeighedBurst[]): Measurement[] => {
  const of = (pick: (one: WeighedBurst) => number) => ({
    ours: median(ours.map(pick)),
    limit: median(bare.map(pick)),
    limitIs,
    distance,
  });
  const who = `webhook, transform, branch, code, HTTP, response; ${callers} at once`;
  return [
    {
      name: `flows.rate.${callers}`,
      what: who,
      unit: 'runs/s',
      better: 'higher',
      ...of(({ perSecond }) => perSecond),
    },
    {
      name: `flows.cpu.${callers}`,
      what: `${who}, CPU`,
      unit: 'ms',
      better: 'lower',
      ...of(({ cpu }) => cpu),
    },
    {
      name: `flows.p99.${callers}`,
      what: `${who}, p99`,
      unit: 'ms',
      better: 'lower',
      ...of(({ times }) => percentile(times, 0.99)),
    },
  ];
};

const memoryAfter = async (testBed: TestBed, path: string): Promise<Measurement> => {
  const pid = testBed.product.pid ?? 0;
  const before = await residentMemory(pid);
  const { callers, close } = await openCallers({ origin: testBed.product.origin, path, body, callers: 32 });
  let left = memoryRuns;
  const work = async (call: () => Promise<unknown>) => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(callers.map(work));
  close();
  return {
    name: 'flows.memory',
    what: `resident memory of the server after ${memoryRuns.toLocaleString('en')} runs more`,
    unit: 'MB',
    better: 'lower',
    ours: await residentMemory(pid),
    limit: before,
    limitIs: 'the same before them',
    distance: 'the heap between two collections',
  };
};

const measureOn = async (testBed: TestBed, echo: Child): Promise<Measurement[]> => {
  const { product, client, databaseUrl } = testBed;
  const { flowId } = await client.post<{ flowId: string }>('/api/orchestrator/flows', flowOn(echo.address));
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
  const path = `/api/orchestrator/webhooks/${flowId}/sync`;
  const bare = await startChild(new URL('../limits/bare-flow.ts', import.meta.url), { databaseUrl, commits });
  const database = async () =>
    (await listTree(product.pid ?? 0)).map(({ pid }) => pid).filter((pid) => pid !== product.pid);
  const burst = (target: BurstTarget, pid: number) =>
    weighedBurst(target, { ms: burstMs, pids: async () => [pid, ...(await database())] });
  const found: Measurement[] = [];
  try {
    for (const callers of [1, 16, 64]) {
      const bursts = await interleave(rounds, {
        ours: () => burst({ origin: product.origin, path, body, callers }, product.pid ?? 0),
        bare: () => burst({ origin: bare.address, path: '/run', body, callers }, bare.pid),
      });
      found.push(...compare(callers, bursts.ours, bursts.bare));
    }
    return [...found, await memoryAfter(testBed, path), await measureBehindOthers(testBed, flowId)];
  } finally {
    await bare.stop();
  }
};

/** Measures runs of flows that a webhook starts and waits for, every step durable, next to the commits that they cannot avoid. */
export const flowsPart: Part = {
  name: 'flows',
  async measure({ env }) {
    const echo = await startChild(new URL('../limits/bare-flow.ts', import.meta.url));
    const testBed = await prepareTestBed({ ...env, OUTBOUND_ALLOW: new URL(echo.address).host });
    try {
      return await measureOn(testBed, echo);
    } finally {
      await testBed.close();
      await echo.stop();
    }
  },
};
