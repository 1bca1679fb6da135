import { queryObjects } from 'node:v8';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';
import { ActiveRun } from '../../../../kernel/runs/execution/active-run.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

/** Starts runs, and returns when `all` of them wait. */
const startWaiting = async (agentId: string, { count, all }: { count: number; all: number }) => {
  const body = { agentId, input: 'Please send it.' };
  await Promise.all(
    Array.from({ length: count }, () => bed.client.call(agentRuns.endpoints.start, { body })),
  );
  await eventually(async () => {
    const [row] = await bed.server.sql<{ waiting: number }>(
      "select count(*)::int as waiting from runs where kind = 'agents.run' and status = 'WAITING'",
    );
    return row?.waiting === all;
  });
};

/** Counts the objects of a class that are still reachable. */
const countOf = (type: typeof ActiveRun | typeof Promise): number =>
  queryObjects(type as typeof Promise, { format: 'count' });

it('keeps nothing in memory of the runs that wait for a decision', { timeout: 300_000 }, async () => {
  // Node says that counting objects is experimental.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const call = { method: 'POST', url: 'https://shop.example/orders', body: 'a' };
  bed.say(() => ({ calls: [['send_request', call]] }));
  // Other tests in this process may have left some that are not collected yet.
  const others = countOf(ActiveRun);
  const tools = { toolList: [{ _id: 'tol_send_request' }] };
  const agentId = await bed.makeAgent({ tools, approval: 'ALWAYS' });
  await startWaiting(agentId, { count: 10, all: 10 });
  await eventually(() => Promise.resolve(countOf(ActiveRun) <= others));
  const before = countOf(Promise);
  await startWaiting(agentId, { count: 20, all: 30 });
  await eventually(() => Promise.resolve(countOf(ActiveRun) <= others));
  // Others come and go; one that each run left behind would stay.
  expect(await eventually(() => Promise.resolve(countOf(Promise) - before < 10))).toBe(true);
});
