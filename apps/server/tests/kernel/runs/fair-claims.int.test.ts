import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRun } from '../../../src/kernel/runs/start/start-run.ts';
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
});
