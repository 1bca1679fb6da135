import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/kernel/base/errors.ts';
import { defineModule } from '../../src/kernel/module/module.ts';
import { cancelRun, defineRun, getRun, orderRun, type RunHandle } from '../../src/kernel/runs/index.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';

type Behaviour = (run: RunHandle) => Promise<string | undefined>;
const behaviours = new Map<string, Behaviour>();
const started: string[] = [];

const probe = defineRun({
  kind: 'test.probe',
  topic: () => 'test.probes',
  handle: async (run) => {
    started.push(run.subjectId);
    return behaviours.get(run.subjectId)?.(run);
  },
});
const probeModule = defineModule({ name: 'probe', runs: [probe] });

describe('the run engine', () => {
  let server: TestServer;
  let tenantId: string;
  let otherTenant: string;

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [probeModule], env: { WORKER_CONCURRENCY: '2' } });
    tenantId = (await server.signUp()).user.tenantId;
    otherTenant = (await server.signUp('Grace Hopper')).user.tenantId;
  });
  afterAll(() => server.close());

  const contextOf = (tenant: string) => server.contextOf(tenant);
  const order = (subjectId: string, behaviour: Behaviour, tenant = tenantId) => {
    behaviours.set(subjectId, behaviour);
    return contextOf(tenant).tx((tx) => orderRun(tx, { kind: 'test.probe', subjectId }));
  };
  const read = (runId: string, tenant = tenantId) => contextOf(tenant).tx((tx) => getRun(tx, runId));
  const ended = (runId: string, tenant = tenantId) =>
    eventually(async () => {
      const run = await read(runId, tenant);
      return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(run.status) && run;
    });

  it('completes a run, keeps its note and forgets its place in the queue', async () => {
    const run = await ended(await order('plain', async () => 'all good'));
    expect(run).toMatchObject({ status: 'COMPLETED', note: 'all good', progress: 1, cause: null });
    expect(await server.sql('select 1 from run_queue where run_id = $1', [run.id])).toEqual([]);
  });

  it('does not start a run whose order was rolled back', async () => {
    const rolledBack = contextOf(tenantId).tx(async (tx) => {
      await orderRun(tx, { kind: 'test.probe', subjectId: 'never' });
      throw new Error('the transaction fails');
    });
    await expect(rolledBack).rejects.toThrow('the transaction fails');
    await ended(await order('after-never', async () => undefined));
    expect(started).not.toContain('never');
  });

  it('fails with a cause that names no internals', async () => {
    const run = await ended(
      await order('broken', async () => {
        throw new Error('password=hunter2');
      }),
    );
    expect(run).toMatchObject({ status: 'FAILED', cause: { code: 'server.internal' } });
    expect(JSON.stringify(run.cause)).not.toContain('hunter2');
  });

  it('tries a passing failure again from its checkpoint', async () => {
    let attempts = 0;
    const id = await order('flaky', async (run) => {
      attempts += 1;
      if (run.checkpoint['half'] === true) return `resumed on attempt ${attempts}`;
      await run.saveCheckpoint({ half: true });
      throw new AppError('server.unavailable');
    });
    const waiting = await eventually(async () => {
      const run = await read(id);
      return run.stage === 'Waiting to try again' && run;
    });
    expect(waiting.cause).toMatchObject({ code: 'server.unavailable', retryAt: expect.any(String) });
    const run = await ended(id);
    expect(run).toMatchObject({ status: 'COMPLETED', note: 'resumed on attempt 2' });
  });

  it('cancels a working run within moments, and its next write is refused', async () => {
    let wroteAfterwards = false;
    const id = await order('long', async (run) => {
      while (!run.signal.aborted) await sleep(20);
      await run.step(async () => {
        wroteAfterwards = true;
      });
      return undefined;
    });
    await eventually(async () => (await read(id)).status === 'RUNNING');
    expect(await contextOf(tenantId).tx((tx) => cancelRun(tx, id))).toBe('asked');
    expect(await ended(id)).toMatchObject({ status: 'CANCELLED', cause: null });
    expect(wroteAfterwards).toBe(false);
    await expect(contextOf(tenantId).tx((tx) => cancelRun(tx, id))).rejects.toMatchObject({
      code: 'run.already_finished',
    });
  });

  it('refuses to change a finished run in the database itself', async () => {
    const run = await ended(await order('fixed', async () => undefined));
    await expect(server.sql(`update runs set status = 'QUEUED' where id = $1`, [run.id])).rejects.toThrow(
      'is finished',
    );
  });

  it('keeps a place free for another tenant while one has a long queue', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        order(`slow-${index}`, async () => {
          await gate;
          return undefined;
        }),
      ),
    );
    const slowStarted = () => started.filter((subject) => subject.startsWith('slow-'));
    await eventually(async () => slowStarted().length > 0);
    const quick = await ended(await order('other', async () => 'not starved', otherTenant), otherTenant);
    expect(quick.note).toBe('not starved');
    expect(slowStarted()).toHaveLength(1);
    release();
    for (const id of slow) expect((await ended(id)).status).toBe('COMPLETED');
  });

  it('is invisible to another tenant', async () => {
    const run = await ended(await order('mine', async () => undefined));
    await expect(read(run.id, otherTenant)).rejects.toMatchObject({ code: 'run.not_found' });
  });

  it('survives the death of many workers, and is given up with a cause only after 25', async () => {
    const orderLost = async (subject: string, losses: number) => {
      const ctx = contextOf(tenantId);
      behaviours.set(subject, async () => 'done');
      const id = await ctx.tx(async (tx) => {
        const runId = await orderRun(tx, { kind: 'test.probe', subjectId: subject });
        await tx.db.execute(sql`update run_queue set attempts = ${losses} where run_id = ${runId}`);
        return runId;
      });
      return ended(id);
    };
    expect(await orderLost('lost-24', 24)).toMatchObject({ status: 'COMPLETED', note: 'done' });
    expect(await orderLost('lost-25', 25)).toMatchObject({ status: 'FAILED', cause: { code: 'runs.lost' } });
    expect(started).not.toContain('lost-25');
  });

  it('fences off a worker whose lease was taken over', async () => {
    const outcomes: string[] = [];
    const id = await order(
      'taken',
      async (run) => {
        if (run.attempt > 1) return 'by the second';
        await server.sql(`update run_queue set lease_until = now() - interval '1 second' where run_id = $1`, [
          run.runId,
        ]);
        // The other place of this worker claims it now; this one goes on and must not be able to write.
        await eventually(async () => started.filter((subject) => subject === 'taken').length === 2);
        await run
          .step(async () => undefined)
          .then(
            () => outcomes.push('wrote'),
            () => outcomes.push('refused'),
          );
        throw new Error('gives up');
      },
      otherTenant,
    );
    expect(await ended(id, otherTenant)).toMatchObject({ status: 'COMPLETED', note: 'by the second' });
    await eventually(async () => outcomes.length === 1);
    expect(outcomes).toEqual(['refused']);
  });
});
