import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settledHere } from '../../../src/kernel/runs/execution/start-here.ts';
import { startRun } from '../../../src/kernel/runs/start/start-run.ts';
import { eventually, startTestServer, type TestServer } from '../../harness.ts';
import { ended, moduleOf, probe, startOf } from './probe-runs.ts';

const probes = probe('test.planned');
const starters = 16;
const runsOfEach = 30;

describe('the statements of the run engine', () => {
  let server: TestServer;
  let tenantId: string;
  const ctx = () => server.contextOf(tenantId);
  const start = startOf(ctx, probes.definition);

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [moduleOf(probes.definition)] });
    tenantId = (await server.signUp()).user.tenantId;
    await server.sql('alter table runs set (autovacuum_enabled = false)');
    // The statements with which the test waits for the end of a run do not count.
    await server.sql('set enable_seqscan = off');
  });
  afterAll(() => server.close());

  it('Statements that were planned for an empty table find their runs by an index when it has grown', async () => {
    const name = probes.works('one step', (run) => run.step('one', () => 1));
    const runOnce = async () => settledHere(ctx(), (await start(name)) ?? '');
    const oneAfterAnother = async () => {
      for (let count = 0; count < runsOfEach; count += 1) await runOnce();
    };
    await Promise.all(Array.from({ length: starters }, oneAfterAnother));
    for (let count = 0; count < 5; count += 1) {
      const queued = await ctx().tx((tx) => startRun(tx, probes.definition, { input: { name } }));
      await ended(server, queued.runId);
    }
    const total = starters * runsOfEach + 5;
    const read = await eventually(async () => {
      // A session reports its reads only after a later transaction.
      await runOnce();
      const [row] = await server.sql<{ changed: number; read: number }>(
        `select n_tup_upd::int as changed, seq_tup_read::int as read from pg_stat_user_tables where relname = 'runs'`,
      );
      return row && row.changed >= total && row;
    });
    expect(read.read).toBeLessThan(total);
  });

  it('A claim from a long queue does not read the rest of it', async () => {
    const name = probes.works('nothing', async () => null);
    const queued = 5_000;
    const fetched = async () => {
      const [row] = await server.sql<{ fetched: number; changed: number }>(
        `select idx_tup_fetch::int as fetched, n_tup_upd::int as changed from pg_stat_user_tables where relname = 'runs'`,
      );
      return row ?? { fetched: 0, changed: 0 };
    };
    const before = await fetched();
    // One transaction adds all runs, so that the first claim that sees them is planned for their number.
    await server.sql(`begin;
      insert into runs (tenant_id, id, kind, input, actor, ready_at)
        select '${tenantId}', 'run_' || gen_random_uuid(), '${probes.definition.kind}', '{"name":"${name}"}', '{}', now()
        from generate_series(1, ${queued});
      analyze runs;
      commit`);
    await start(name);
    const after = await eventually(async () => {
      await start(name);
      const now = await fetched();
      // Each run is changed twice: when it is claimed and when it ends.
      return now.changed - before.changed >= 2 * queued && now;
    }, 60_000);
    expect(after.fetched - before.fetched).toBeLessThan(20 * queued);
  });
});
