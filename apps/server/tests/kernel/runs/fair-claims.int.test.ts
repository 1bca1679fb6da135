import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startHere } from '../../../src/kernel/runs/execution/start-here.ts';
import { orderRuns, startRun } from '../../../src/kernel/runs/start/start-run.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { ended, moduleOf, probe } from './probe-runs.ts';

const kinds = { light: probe('test.many'), heavy: probe('test.many-heavy', { lane: 'heavy' }) };
type Kind = keyof typeof kinds;

/** The runs that one claim takes at most, and those of the claim that was under way. */
const mostBefore = 2 * 64;

describe('runs behind a long queue of another tenant', () => {
  const servers: TestServer[] = [];
  let many: string;
  let few: string;

  beforeAll(async () => {
    const extraModules = [moduleOf(kinds.light.definition, kinds.heavy.definition)];
    const first = await startTestServer({ extraModules });
    servers.push(first);
    many = (await first.signUp()).user.tenantId;
    few = (await first.signUp()).user.tenantId;
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  const server = (): TestServer => servers[0] as TestServer;
  const work = (kind: Kind, ms: number) =>
    kinds[kind].works(`${ms} ms`, async () => {
      await sleep(ms);
      return null;
    });

  const queueMany = (kind: Kind, count: number, ms: number) =>
    server().sql(
      `insert into runs (tenant_id, id, kind, lane, input, actor, ready_at)
        select $1, 'run_' || gen_random_uuid(), $2, $3, $4, '{}', clock_timestamp() from generate_series(1, $5::int)`,
      [
        many,
        kinds[kind].definition.kind,
        kind === 'heavy' ? 1 : 0,
        JSON.stringify({ name: work(kind, ms) }),
        count,
      ],
    );

  /** Queues one run, and returns how many runs of the other tenant were claimed between that and its own claim. */
  const countBefore = async (kind: Kind): Promise<number> => {
    const { definition } = kinds[kind];
    const order = { input: { name: work(kind, 1) } };
    const { runId } = await server()
      .contextOf(few)
      .tx((tx) => startRun(tx, definition, order));
    await ended(server(), runId);
    const [row] = await server().sql<{ count: number }>(
      `select count(*)::int as count from runs o, runs r where r.id = $1 and o.tenant_id = $2 and o.kind = r.kind
        and o.started_at between r.created_at and r.started_at`,
      [runId, many],
    );
    return row?.count ?? Number.POSITIVE_INFINITY;
  };

  it('begin after at most two claims, whatever waits', async () => {
    await queueMany('light', 10_000, 20);
    const counts: number[] = [];
    for (let count = 0; count < 5; count += 1) counts.push(await countBefore('light'));
    const [left] = await server().sql<{ queued: number }>(
      `select count(*)::int as queued from runs where tenant_id = $1 and started_at is null`,
      [many],
    );
    // The queue was long until the end.
    expect(left?.queued).toBeGreaterThan(1000);
    expect(Math.max(...counts)).toBeLessThanOrEqual(mostBefore);
  });

  it('wait for one heavy run of each place, and not for those of the other kind', async () => {
    await queueMany('heavy', 500, 20);
    const counts: number[] = [];
    for (let count = 0; count < 5; count += 1) counts.push(await countBefore('heavy'));
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
    expect(await countBefore('light')).toBeLessThanOrEqual(mostBefore);
  });

  it.each(['light', 'heavy'] as const)(
    'begin while all %s places are taken for good, where the tenant may compute more than others',
    async (kind) => {
      const payer = (await server().signUp()).user.tenantId;
      const ctx = server().contextOf(payer);
      ctx.services.workAccount.allow(payer, 600_000);
      await server().sql('delete from runs where tenant_id = $1', [many]);
      const { promise: released, resolve: release } = Promise.withResolvers<null>();
      const name = kinds[kind].works(`held ${kind}`, () => released);
      const { definition } = kinds[kind];
      // More than the share of one tenant, so that two fill all places.
      for (const tenantId of [many, few]) {
        const starts = Array.from({ length: 200 }, () => ({ input: { name } }));
        await server()
          .contextOf(tenantId)
          .tx((tx) => orderRuns(tx, definition, starts));
      }
      await vi.waitFor(() => expect(kinds[kind].callsOf(name)).toBe(kind === 'light' ? 256 : 4));
      const order = { input: { name: work(kind, 1) } };
      const queued = await ctx.tx((tx) => startRun(tx, definition, order));
      expect(await ended(server(), queued.runId)).toMatchObject({ status: 'COMPLETED' });
      const here = await startHere(ctx, definition, order);
      expect(await ended(server(), here)).toMatchObject({ status: 'COMPLETED' });
      expect(kinds[kind].callsOf(name)).toBe(kind === 'light' ? 256 : 4);
      release(null);
    },
  );
});
