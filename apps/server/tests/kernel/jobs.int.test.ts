import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../src/kernel/context/define-job.ts';
import { defineModule, handleJob } from '../../src/kernel/module/module.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';

const noteJob = defineJob({ name: 'test.note', input: z.object({ name: z.string() }) });
const done: string[] = [];
const testModule = defineModule({
  name: 'test-jobs',
  jobs: [
    handleJob(noteJob, async (_ctx, { name }) => {
      done.push(name);
    }),
  ],
});

describe('jobs', () => {
  let server: TestServer;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [testModule] });
    ({ tenantId } = (await server.signUp()).user);
    // A sequence also counts attempts that are rolled back.
    await server.sql('create sequence public.refusals');
    await server.sql('grant usage, select on sequence public.refusals to public');
    await server.sql(`create function public.refuse_once() returns trigger language plpgsql as $$ begin
      if old.key = 'refused' and nextval('public.refusals') = 1 then
        raise exception 'going away' using errcode = '57P01';
      end if;
      return old; end $$`);
    await server.sql(
      'create trigger refuse before delete on graphile_worker._private_jobs for each row execute function public.refuse_once()',
    );
  });
  afterAll(() => server.close());

  it('continue after the database was lost at the moment at which one had finished', async () => {
    const order = (name: string) =>
      server.contextOf(tenantId).tx((tx) => tx.enqueue(noteJob, { name }, { key: name }));
    const left = (name: string) => server.sql('select 1 from graphile_worker.jobs where key = $1', [name]);
    await order('refused');
    await eventually(async () => done.includes('refused'));
    await eventually(async () => {
      const [count] = await server.sql<{ called: boolean }>(
        'select is_called as called from public.refusals',
      );
      return count?.called;
    });
    await order('next');
    await eventually(async () => (await left('next')).length === 0);
    expect(done).toEqual(['refused', 'next']);
    expect(await left('refused'), 'stays, and is done again once its lock is stale').toHaveLength(1);
  });

  it.each([-3600, 3600])(
    'are due after the time that was meant where our clock is %s seconds off',
    async (seconds) => {
      const minute = 60_000;
      const key = `clock ${seconds}`;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
      try {
        const runAt = new Date(Date.now() + minute);
        await server.contextOf(tenantId).tx((tx) => tx.enqueue(noteJob, { name: key }, { key, runAt }));
      } finally {
        vi.useRealTimers();
      }
      const [job] = await server.sql<{ wait: number }>(
        'select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs where key = $1',
        [key],
      );
      expect(job?.wait).toBeGreaterThan(50);
      expect(job?.wait).toBeLessThan(70);
    },
  );
});
