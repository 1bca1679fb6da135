import { eventually } from '../../../e2e/src/eventually.ts';
import { step, webhookFlow } from '../../../e2e/src/flows/flow-steps.ts';
import { openCallers } from '../load/weighed-burst.ts';
import type { Measurement } from '../measurement.ts';
import { percentile } from '../statistics.ts';
import type { TestBed } from '../test-bed.ts';

const queued = 10_000;
const calls = 100;

/** Queues copies of a run that has ended. */
const queueCopies = `insert into runs (tenant_id, id, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, ready_at, status)
  select tenant_id, id || '_' || n, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, clock_timestamp(), 'QUEUED'
  from (select * from runs where subject_id = $1 and status = 'COMPLETED' limit 1) as one, generate_series(1, ${queued}) as n`;

const countOf = async ({ product }: TestBed, flowId: string, status: string): Promise<number> => {
  const [row] = await product.sql<{ count: number }>(
    'select count(*)::int as count from runs where subject_id = $1 and status = $2',
    [flowId, status],
  );
  return row?.count ?? 0;
};

/** Measures how long a company waits for the response of a flow while thousands of runs of another company are queued. */
export const measureBehindOthers = async (testBed: TestBed, flowId: string): Promise<Measurement> => {
  const { product } = testBed;
  const { client } = await product.signUp();
  const response = step('step_1', 'webhook', 'return_response', { status: 200, headers: {}, body: {} });
  const own = await client.post<{ flowId: string }>(
    '/api/orchestrator/flows',
    webhookFlow('Behind', [response]),
  );
  await client.post(`/api/orchestrator/flows/${own.flowId}/publish`, {});
  const path = `/api/orchestrator/webhooks/${own.flowId}/sync`;
  const { callers, close } = await openCallers({ origin: product.origin, path, body: {}, callers: 1 });
  const slowest = async () => {
    const times: number[] = [];
    for (let asked = 0; asked < calls; asked += 1) {
      const before = performance.now();
      await callers[0]?.();
      times.push(performance.now() - before);
    }
    return percentile(times, 0.99);
  };
  const alone = await slowest();
  const done = await countOf(testBed, flowId, 'COMPLETED');
  await product.sql(queueCopies, [flowId]);
  const hasBegun = async () => (await countOf(testBed, flowId, 'COMPLETED')) > done;
  await eventually(hasBegun, { within: 60_000, what: 'The first of the queued runs' });
  const behind = await slowest();
  close();
  if ((await countOf(testBed, flowId, 'QUEUED')) === 0) throw new Error('The queue was empty too soon.');
  return {
    name: 'flows.behind.p99',
    what: `a flow that only responds, from the call to its response, while ${queued.toLocaleString('en')} runs of another company are queued, p99`,
    unit: 'ms',
    better: 'lower',
    ours: behind,
    limit: alone,
    limitIs: 'the same without the others',
    distance: 'the runs in progress use the same processor',
  };
};
