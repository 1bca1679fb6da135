import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../src/kernel/context/define-job.ts';
import { freeOrphans, freeStaleJobs } from '../../src/kernel/jobs/jobs.ts';
import { defineModule, subscribe } from '../../src/kernel/module/module.ts';
import { tenantEvents } from '../../src/modules/account/tenancy/declarations.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let owner: pg.Pool;
beforeAll(async () => {
  server = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
  owner = new pg.Pool({ connectionString: server.databaseUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const lockJobs = async (age: string) => {
  await server.sql(
    `update graphile_worker._private_jobs set locked_at = now() - interval '${age}', locked_by = 'worker-that-died'`,
  );
};
const lockedJobs = async () =>
  (
    await server.sql<{ count: number }>(
      'select count(*)::int as count from graphile_worker.jobs where locked_by is not null',
    )
  )[0]?.count;

/** No process works on the job. */
const nothing = defineJob({ name: 'test.nothing', input: z.object({}) });

it('frees the jobs of a killed server, at once or when they are stale', async () => {
  const { user } = await server.signUp();
  await server.contextOf(user.tenantId).tx((tx) => tx.enqueue(nothing, {}));
  await lockJobs('1 minute');
  await freeStaleJobs(owner);
  expect(await lockedJobs()).toBeGreaterThan(0);
  await lockJobs('11 minutes');
  await freeStaleJobs(owner);
  expect(await lockedJobs()).toBe(0);
  await lockJobs('1 second');
  await freeOrphans(owner);
  expect(await lockedJobs()).toBe(0);
});

it('deletes an event once it was delivered', async () => {
  const heard: string[] = [];
  const listener = defineModule({
    name: 'listener',
    subscribers: [subscribe(tenantEvents.created, async (_ctx, fact) => void heard.push(fact.tenantId))],
  });
  const silent = await server.another({ env: { ATELIER_ROLES: 'api' }, extraModules: [listener] });
  const { user } = await silent.signUp('Grace Hopper');
  const kept = () => server.sql('select 1 from events where tenant_id = $1', [user.tenantId]);
  expect(await kept()).toHaveLength(1);
  const worker = await server.another({ env: { ATELIER_ROLES: 'worker' }, extraModules: [listener] });
  await eventually(async () => (await kept()).length === 0);
  expect(await kept()).toEqual([]);
  expect(heard).toEqual([user.tenantId]);
  await worker.close();
  await silent.close();
});
