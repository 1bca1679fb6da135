import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../../src/kernel/log/log.ts';
import { ExecutorLife, refusePooler } from '../../../src/kernel/runs/execution/executor-life.ts';
import { startHere } from '../../../src/kernel/runs/execution/start-here.ts';
import { dropOldRuns, runRetention } from '../../../src/kernel/runs/start/cancel-run.ts';
import { replayRun, retryRun } from '../../../src/kernel/runs/start/fork-run.ts';
import { sendSignal } from '../../../src/kernel/runs/start/signals.ts';
import { startRun } from '../../../src/kernel/runs/start/start-run.ts';
import { listSteps, readStepResult, viewRun } from '../../../src/kernel/runs/start/view-run.ts';
import { eventually, startTestServer, type TestServer } from '../../harness.ts';
import { loseRuns } from './lose-runs.ts';
import {
  ended,
  journalOf,
  moduleOf,
  outputOf,
  ProbeInput,
  probe,
  reached,
  readRun,
  startOf,
} from './probe-runs.ts';

const probes = probe('test.executed');
const heavy = probe('test.heavy', { lane: 'heavy' });
const { works } = probes;

describe('the executor of runs', () => {
  let server: TestServer;
  let tenantId: string;
  let otherTenant: string;
  const ctx = (tenant = tenantId) => server.contextOf(tenant);
  const start = startOf(ctx, probes.definition);
  const queue = (name: string, tenant = tenantId, definition = probes.definition) =>
    ctx(tenant).tx(async (tx) => (await startRun(tx, definition, { input: { name } })).runId);

  beforeAll(async () => {
    server = await startTestServer({
      extraModules: [moduleOf(probes.definition, heavy.definition)],
      env: { WORKER_CONCURRENCY: '2' },
    });
    tenantId = (await server.signUp()).user.tenantId;
    otherTenant = (await server.signUp('Grace Hopper')).user.tenantId;
  });
  afterAll(() => server.close());

  it('An executor that loses its sessions gives up its runs, and the next one continues them from their journals', async () => {
    const done: string[] = [];
    const gate = Promise.withResolvers<void>();
    works('cut', async (run) => {
      const first = await run.outward('first', {}, async () => done.push('first'));
      await run.step('committed', () => 1);
      await run.outward('second', {}, async () => {
        done.push('second');
        if (done.filter((name) => name === 'second').length === 1) await gate.promise;
      });
      return first;
    });
    const id = await start('cut');
    await eventually(async () => done.includes('second'));
    await loseRuns(server);
    gate.resolve();
    const run = await ended(server, id);
    expect(outputOf(run)).toBe(1);
    // The second step was in progress and not recorded, so it runs again. The first one was recorded, so it does not.
    expect(done).toEqual(['first', 'second', 'second']);
    expect(run).toMatchObject({ epoch: 2, losses: 1 });
    const executors = await eventually(async () => {
      const rows = await server.sql('select id from executors');
      return rows.length === 1 && rows;
    });
    expect(executors).toHaveLength(1);
  });

  it('What a run has spent before its executor was lost counts for its cost and its budget', async () => {
    const done: string[] = [];
    const gate = Promise.withResolvers<void>();
    works('dear', async (run) => {
      for (const name of ['first', 'second', 'third'])
        await run.outward(name, {}, async ({ spend }) => {
          spend(600);
          done.push(name);
          if (done.length === 2) await gate.promise;
        });
      return null;
    });
    const id = await start('dear', undefined, { budget: 1000 });
    await eventually(async () => done.includes('second'));
    await loseRuns(server);
    gate.resolve();
    expect(await ended(server, id)).toMatchObject({
      status: 'FAILED',
      losses: 1,
      cost: '1200',
      cause: { code: 'runs.budget_used' },
    });
    expect(done).toEqual(['first', 'second', 'second']);
  });

  it('A transaction that counts a cost in a run raises that of the run, and none when it is rolled back', async () => {
    works('pays', async (run) => {
      await run.ctx.tx((tx) => tx.countCost(700));
      await run.write((tx) => tx.countCost(200));
      await run.ctx
        .tx(async (tx) => {
          await tx.countCost(5_000);
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      await run.outward('last', {}, async ({ spend }) => spend(50));
      return null;
    });
    const id = await start('pays', undefined, { budget: 1_000 });
    expect(await ended(server, id)).toMatchObject({ status: 'COMPLETED', cost: '950' });
  });

  it('An executor begins nothing once its own clock says that its lease is over', async () => {
    const ends: string[] = [];
    const life = await ExecutorLife.begin({
      connectionString: server.databaseUrl,
      log: silentLog(),
      leaseMs: 2_000,
      onWoken: () => undefined,
      onCancel: () => undefined,
      onEnd: () => ends.push(life.id),
    });
    const leasedUntil = async () => {
      const [row] = await server.sql<{ at: Date }>('select lease_until as at from executors where id = $1', [
        life.id,
      ]);
      return row?.at.getTime() ?? 0;
    };
    const first = await leasedUntil();
    await eventually(async () => (await leasedUntil()) > first);
    expect(life.isLeased).toBe(true);
    // The thread stands still, so that no timer fires and no reply is read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    expect(life.isLeased).toBe(false);
    expect(ends).toEqual([life.id]);
    await expect(life.writer.write({})).rejects.toThrow('the executor has ended');
  });

  it("The database refuses a commit of runs from a session that is not the executor's own", async () => {
    const [executor] = await server.sql<{ id: string }>('select id from executors');
    const foreign = server.pool.query('select * from atelier.commit_runs($1, null, null, null, null)', [
      executor?.id,
    ]);
    await expect(foreign).rejects.toMatchObject({ code: 'RUN02' });
  });

  it('An executor refuses two connections that are one session', async () => {
    const url = server.databaseUrl;
    const session = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    };
    const [one, other] = [await session(), await session()];
    expect(await refusePooler(one, other)).toBeGreaterThan(0);
    await expect(refusePooler(one, one)).rejects.toThrow('transaction pooling');
    await Promise.all([one.end(), other.end()]);
  });

  it('An executor that lost a run without knowing it writes nothing more of that run', async () => {
    const outcomes: string[] = [];
    const gate = Promise.withResolvers<void>();
    const id = await start(
      works('taken', async (run) => {
        if (probes.callsOf('taken') > 1) return 'by the second';
        await gate.promise;
        await run
          .write(async () => undefined)
          .then(
            () => outcomes.push('wrote'),
            () => outcomes.push('refused'),
          );
        return 'by the first';
      }),
    );
    await eventually(async () => probes.callsOf('taken') === 1);
    await server.sql('update runs set owner = null, ready_at = now() where id = $1', [id]);
    expect(outputOf(await ended(server, id))).toBe('by the second');
    gate.resolve();
    await eventually(async () => outcomes.length === 1);
    expect(outcomes).toEqual(['refused']);
    expect(outputOf(await readRun(server, id ?? ''))).toBe('by the second');
  });

  it('Nobody can change a run that has ended', async () => {
    const run = await ended(server, await start(works('fixed', async () => null)));
    const change = server.sql(`update runs set status = 'QUEUED' where id = $1`, [run.id]);
    await expect(change).rejects.toThrow('is finished');
  });

  it('A run under which 25 executors were lost fails with that as its cause', async () => {
    const id = await start(works('lossy', (run) => run.waitFor('go', { schema: z.unknown() })));
    await reached(server, id, 'WAITING');
    await server.sql('update runs set losses = 26 where id = $1', [id]);
    await ctx().tx((tx) => sendSignal(tx, { runId: id ?? '', name: 'go', payload: 1 }));
    expect(await ended(server, id)).toMatchObject({ status: 'FAILED', cause: { code: 'runs.lost' } });
  });

  it('One heavy place stays free for other tenants while one tenant has a long queue', async () => {
    const gate = Promise.withResolvers<void>();
    heavy.works('slow', (run) => run.step('hold', () => gate.promise));
    heavy.works('quick', async () => 'not starved');
    const slow = await Promise.all(
      Array.from({ length: 6 }, () => queue('slow', tenantId, heavy.definition)),
    );
    await eventually(async () => heavy.callsOf('slow') > 0);
    const quick = await queue('quick', otherTenant, heavy.definition);
    expect(outputOf(await ended(server, quick))).toBe('not starved');
    expect(heavy.callsOf('slow')).toBe(1);
    gate.resolve();
    for (const id of slow) expect((await ended(server, id)).status).toBe('COMPLETED');
  });

  it('A run whose definition or engine is gone fails with that as its cause', async () => {
    const insert = (id: string, { kind = 'test.executed', version = 1, engine = 1 }) =>
      server.sql(
        `insert into runs (tenant_id, id, kind, version, engine, input, actor, ready_at) values ($1, $2, $3, $4, $5, '{"name":"x"}', '{}', now())`,
        [tenantId, id, kind, version, engine],
      );
    await insert('run_kind', { kind: 'test.unheard' });
    await insert('run_version', { version: 0 });
    await insert('run_engine', { engine: 0 });
    await insert('run_newer', { version: 2 });
    expect((await ended(server, 'run_kind')).cause?.code).toBe('runs.unknown_kind');
    expect((await ended(server, 'run_version')).cause?.code).toBe('runs.version_gone');
    expect((await ended(server, 'run_engine')).cause?.code).toBe('runs.engine_gone');
    await eventually(async () => (await readRun(server, 'run_newer')).cause !== null);
    expect(await readRun(server, 'run_newer')).toMatchObject({ status: 'QUEUED', owner: null });
  });

  it('A retry continues at the step that failed, with the same idempotency keys, and leaves the failed run as it ended', async () => {
    const keys: string[] = [];
    let isMended = false;
    const id = await start(
      works('retried', async (run) => {
        const a = await run.outward('a', {}, async ({ key }) => keys.push(key));
        return run.outward('b', {}, async ({ key }) => {
          keys.push(key);
          if (!isMended) throw new Error('broken');
          return a;
        });
      }),
    );
    const failed = await ended(server, id);
    expect(failed.status).toBe('FAILED');
    isMended = true;
    const again = await ctx().tx((tx) => retryRun(tx, failed.id));
    expect(outputOf(await ended(server, again))).toBe(1);
    expect(keys).toEqual([`${failed.id}.1`, `${failed.id}.2`, `${failed.id}.2`]);
    expect(await readRun(server, failed.id)).toMatchObject({ status: 'FAILED' });
    await expect(ctx().tx((tx) => retryRun(tx, again))).rejects.toMatchObject({ code: 'run.not_retryable' });
  });

  it('A run can be replayed from any step with another input', async () => {
    const done: string[] = [];
    works('replayed', async (run, value) => {
      const a = await run.step('a', () => done.push('a'));
      const b = await run.step('b', () => {
        done.push('b');
        return `${a} ${String(value)}`;
      });
      return b;
    });
    const first = await ended(server, await start('replayed', 'old'));
    const input = ProbeInput.parse({ name: 'replayed', value: 'new' });
    const second = await ctx().tx((tx) =>
      replayRun(tx, probes.definition, { runId: first.id, fromStep: 2, input }),
    );
    expect(outputOf(await ended(server, second))).toBe('1 new');
    expect(done).toEqual(['a', 'b', 'b']);
    const open = await start(works('open', (run) => run.waitFor('never', { schema: z.unknown() })));
    const tooEarly = ctx().tx((tx) => replayRun(tx, probes.definition, { runId: open ?? '', fromStep: 1 }));
    await expect(tooEarly).rejects.toMatchObject({ code: 'run.not_finished' });
  });

  it('A call that must not be repeated is not repeated when its outcome is unknown', async () => {
    let calls = 0;
    const gate = Promise.withResolvers<void>();
    const id = await start(
      works('once', (run) =>
        run.outward('pay', { repeat: 'never' }, async () => {
          calls += 1;
          await gate.promise;
          return 'paid';
        }),
      ),
    );
    await eventually(async () => calls === 1);
    await loseRuns(server);
    expect(await ended(server, id)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'runs.outcome_unknown' },
    });
    gate.resolve();
    expect(calls).toBe(1);
    const again = await ctx().tx((tx) => retryRun(tx, id ?? ''));
    expect(outputOf(await ended(server, again))).toBe('paid');
    expect(calls).toBe(2);
  });

  it('The view of a run shows its steps, and large results in pieces', async () => {
    const large = 'x'.repeat(200_000);
    const id =
      (await start(
        works('viewed', async (run) => {
          await run.step('small', () => 'little', { input: 1 });
          await run.step('large', () => large);
          return 'done';
        }),
      )) ?? '';
    await ended(server, id);
    const { view, steps, second } = await ctx().tx(async (tx) => ({
      view: await viewRun(tx, id),
      steps: await listSteps(tx, id, { limit: 1 }),
      second: await listSteps(tx, id, { after: 1 }),
    }));
    expect(view).toMatchObject({ kind: 'test.executed', status: 'COMPLETED', children: [], waits: [] });
    expect(steps).toMatchObject([{ seq: 1, name: 'small', preview: '"little"', input: '1' }]);
    expect(second).toMatchObject([{ seq: 2, name: 'large', preview: null, size: 200_002 }]);
    let text = '';
    for (let from: number | null = 0; from !== null; ) {
      const at: number = from;
      const piece = await ctx().tx((tx) => readStepResult(tx, id, { seq: 2, from: at }));
      text += piece.text;
      from = piece.next;
    }
    expect(JSON.parse(text)).toBe(large);
    await expect(ctx(otherTenant).tx((tx) => viewRun(tx, id))).rejects.toMatchObject({
      code: 'run.not_found',
    });
  });

  it('Ended runs are deleted after the retention of their tenant, with everything that belongs to them', async () => {
    const mine = await ended(server, await start(works('old', (run) => run.step('a', () => 1))));
    const theirs = await ended(
      server,
      (await startHere(ctx(otherTenant), probes.definition, {
        input: { name: 'old' },
      })) ?? '',
    );
    await server.sql(`alter table runs disable trigger runs_terminal`);
    await server.sql(`update runs set finished_at = now() - interval '8 days' where id in ($1, $2)`, [
      mine.id,
      theirs.id,
    ]);
    await server.sql(`alter table runs enable trigger runs_terminal`);
    await ctx().tx((tx) => runRetention.set(tx, 7));
    expect(await dropOldRuns(server.services)).toBe(1);
    expect(await server.sql('select 1 from runs where id = $1', [mine.id])).toEqual([]);
    expect(await journalOf(server, mine.id)).toEqual([]);
    expect(await journalOf(server, theirs.id)).toHaveLength(1);
  });

  it('An executor that is closed gives its runs back, and the next server continues them', async () => {
    const another = await server.another();
    const id = await startHere(another.contextOf(tenantId), probes.definition, {
      input: {
        name: works('moved', async (run) => {
          await run.step('a', () => 1);
          while (!run.signal.aborted && run.attempt === 1 && probes.callsOf('moved') === 1) await sleep(5);
          return run.step('b', () => 'moved');
        }),
      },
    });
    await eventually(async () => probes.callsOf('moved') === 1);
    await another.close();
    const run = await ended(server, id);
    expect(outputOf(run)).toBe('moved');
    expect(run.losses).toBe(0);
  });

  it('A run is queued when its executor is lost while the start is being written or waits for that', async () => {
    const names = ['being written', 'waiting'].map((name) =>
      works(name, (run) => run.step('only', () => name)),
    );
    const holding = server.sql('do $$ begin lock table runs in share mode; perform pg_sleep(0.8); end $$');
    await sleep(50);
    const first = start(names[0] ?? '');
    await sleep(50);
    const second = start(names[1] ?? '');
    await sleep(50);
    await loseRuns(server);
    const ids = await Promise.all([first, second]);
    await holding;
    const runs = await Promise.all(ids.map((id) => ended(server, id)));
    expect(runs.map(outputOf)).toEqual(['being written', 'waiting']);
  });
});
