import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginHere } from '../../../src/kernel/runs/execution/start-here.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { loseRuns } from './lose-runs.ts';
import { ended, journalOf, moduleOf, outputOf, probe } from './probe-runs.ts';

const probes = probe('test.begun');
const { works } = probes;

describe('a run whose caller waits for it', () => {
  let server: TestServer;
  let tenantId: string;
  const begin = (name: string, tenant = tenantId) =>
    beginHere(server.contextOf(tenant), probes.definition, { input: { name } });
  const exists = async (id: string | null) =>
    (await server.sql('select 1 from runs where id = $1', [id])).length === 1;
  /** The transactions that wrote the run and its journal last. */
  const transactionsOf = (id: string | null) =>
    server.sql(
      `select xmin::text from runs where id = $1 union select xmin::text from run_journal where run_id = $1`,
      [id],
    );

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [moduleOf(probes.definition)] });
    tenantId = (await server.signUp()).user.tenantId;
  });
  afterAll(() => server.close());

  it('is written as a whole, in one transaction, when it calls nobody', async () => {
    const name = works(
      'pure',
      async (run) => (await run.step('a', () => 1)) + (await run.step('b', () => 2)),
    );
    const { runId, stored } = await begin(name);
    await stored;
    expect(outputOf(await ended(server, runId))).toBe(3);
    expect(await transactionsOf(runId)).toHaveLength(1);
  });

  it('is stored with its steps before it calls somebody', async () => {
    let found: unknown[] = [];
    const name = works('calls', async (run) => {
      await run.step('a', () => 1);
      await run.outward('b', {}, async () => {
        found = await server.sql(
          `select r.status, j.name, r.xmin = j.xmin as together from runs r join run_journal j on j.run_id = r.id where r.id = $1`,
          [run.runId],
        );
      });
      return null;
    });
    const { runId, stored } = await begin(name);
    await stored;
    await ended(server, runId);
    expect(found).toEqual([{ status: 'RUNNING', name: 'a', together: true }]);
  });

  it('is stored after a moment while its first step takes long', async () => {
    const go = Promise.withResolvers<void>();
    const name = works('slow', (run) => run.step('slow', () => go.promise));
    const { runId, stored } = await begin(name);
    await stored;
    expect(await exists(runId)).toBe(true);
    expect(await journalOf(server, runId ?? '')).toEqual([]);
    go.resolve();
    expect(await ended(server, runId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is stored before a large result, a child and a wait', async () => {
    const large = works('large', (run) => run.step('large', () => 'x'.repeat(100_000)));
    const child = works('child', async (run) => run.step('one', () => 1));
    const parent = works('parent', (run) =>
      run.child('child', probes.definition, { name: child }).then((value) => [value]),
    );
    const waiting = works('waiting', async (run) => {
      await run.sleep('moment', 10);
      return 'woken';
    });
    const run = async (name: string) => {
      const { runId, stored } = await begin(name);
      await stored;
      return ended(server, runId);
    };
    const [one, two, three] = await Promise.all([run(large), run(parent), run(waiting)]);
    expect(one.status).toBe('COMPLETED');
    expect(outputOf(two)).toEqual([1]);
    expect(outputOf(three)).toBe('woken');
    expect(await journalOf(server, one.id)).toMatchObject([{ name: 'large', stored_bytes: 100_002 }]);
  });

  it('is stored before a large result that comes while the start is being committed', async () => {
    const name = works('late', (run) => run.step('late', () => sleep(60, 'x'.repeat(100_000))));
    const slow = server.sql('do $$ begin lock table runs in share mode; perform pg_sleep(0.4); end $$');
    await sleep(50);
    const { runId, stored } = await begin(name);
    await sleep(150);
    const early =
      'select 1 from run_results s where run_id = $1 and not exists (select 1 from runs where id = s.run_id)';
    expect(await server.sql(early, [runId])).toEqual([]);
    await stored;
    await slow;
    expect(await ended(server, runId)).toMatchObject({ status: 'COMPLETED' });
    expect(await journalOf(server, runId ?? '')).toMatchObject([{ name: 'late', stored_bytes: 100_002 }]);
  });

  it('is not stored, and its caller is told, when the database refuses it', async () => {
    const calls: string[] = [];
    const name = works('refused', async (run) => {
      await run.step('a', () => 1);
      await run.outward('b', {}, async () => calls.push('called'));
      return null;
    });
    const { runId, stored } = await begin(name, 'ten_nobody');
    await expect(stored).rejects.toBeInstanceOf(Error);
    await sleep(50);
    expect(await exists(runId)).toBe(false);
    expect(calls).toEqual([]);
  });

  it('is queued when the executor is lost before it is stored', async () => {
    const name = works('lost', (run) => run.step('only', () => sleep(60, 'done')));
    const holding = server.sql('do $$ begin lock table runs in share mode; perform pg_sleep(0.8); end $$');
    await sleep(50);
    const { runId, stored } = await begin(name);
    await sleep(100);
    await loseRuns(server);
    await stored;
    await holding;
    expect(outputOf(await ended(server, runId))).toBe('done');
  });
});
