import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StartingRules } from '../../../src/kernel/runs/definition/starting-rules.ts';
import { sendSignal } from '../../../src/kernel/runs/start/signals.ts';
import { type RunStart, startRun } from '../../../src/kernel/runs/start/start-run.ts';
import { eventually } from '../../eventually.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import {
  ended,
  makeDue,
  moduleOf,
  outputOf,
  type ProbeInput,
  probe,
  reached,
  readRun,
} from './probe-runs.ts';

const key = ({ name }: ProbeInput) => name;
const kinds = {
  plain: probe('test.plain'),
  limited: probe('test.rate-limited', { starting: { rateLimit: { limit: 2, periodMs: 60_000, key } } }),
  batched: probe('test.batched', {
    starting: {
      batch: {
        size: 3,
        timeoutMs: 60_000,
        key,
        merge: (before, next) => ({ ...next, value: [before.value, next.value].flat() }),
      },
    },
  }),
  slowed: probe('test.slowed', {
    starting: {
      batch: {
        size: 2,
        timeoutMs: 60_000,
        key,
        merge: (before, next) => ({ ...next, value: [before.value, next.value].flat() }),
      },
      throttle: { limit: 1, periodMs: 60_000, key },
    },
  }),
  debounced: probe('test.debounced', { starting: { debounce: { quietMs: 60_000, key } } }),
  single: probe('test.single', { starting: { singleton: { whileOpen: 'skip', key } } }),
  replacing: probe('test.replacing', { starting: { singleton: { whileOpen: 'cancel', key } } }),
  throttled: probe('test.throttled', { starting: { throttle: { limit: 1, periodMs: 60_000, key } } }),
  concurrent: probe('test.concurrent', { starting: { concurrency: { limit: 2, key } } }),
  ranked: probe('test.ranked', {
    starting: {
      concurrency: { limit: 1 },
      priority: ({ value }) => Number(value),
    } satisfies StartingRules<ProbeInput>,
  }),
};

describe('the start of a run', () => {
  let server: TestServer;
  let tenantId: string;
  let otherTenant: string;
  const ctx = () => server.contextOf(tenantId);
  const start = (
    kind: keyof typeof kinds,
    input: ProbeInput,
    more: Partial<RunStart<ProbeInput>> = {},
    tenant = tenantId,
  ) => server.contextOf(tenant).tx((tx) => startRun(tx, kinds[kind].definition, { input, ...more }));
  const echo = (kind: keyof typeof kinds, name: string) =>
    kinds[kind].works(name, async (_run, value) => value);
  const gated = (kind: keyof typeof kinds, name: string) =>
    kinds[kind].works(name, (run) => run.waitFor('go', { schema: z.unknown() }));
  const release = (id: string | null) =>
    ctx().tx((tx) => sendSignal(tx, { runId: id ?? '', name: 'go', payload: 1 }));

  beforeAll(async () => {
    const definitions = Object.values(kinds).map(({ definition }) => definition);
    server = await startTestServer({ extraModules: [moduleOf(...definitions)] });
    tenantId = (await server.signUp()).user.tenantId;
    otherTenant = (await server.signUp('Grace Hopper')).user.tenantId;
  });
  afterAll(() => server.close());

  it('A start is undone with the transaction that it is part of', async () => {
    const name = echo('plain', 'rolled back');
    const rolledBack = ctx().tx(async (tx) => {
      await startRun(tx, kinds.plain.definition, { input: { name } });
      throw new Error('the transaction fails');
    });
    await expect(rolledBack).rejects.toThrow('the transaction fails');
    await ended(server, (await start('plain', { name: echo('plain', 'after') })).runId);
    expect(kinds.plain.callsOf(name)).toBe(0);
  });

  it('A start refuses an input that does not fit the schema', async () => {
    const unfit: unknown = { name: 7 };
    const starting = ctx().tx((tx) => startRun(tx, kinds.plain.definition, { input: unfit as ProbeInput }));
    await expect(starting).rejects.toThrow(z.ZodError);
  });

  it('Starts with the same idempotency key are one run, for a time or until it has ended', async () => {
    const name = echo('plain', 'idempotent');
    const forever = { idempotency: { key: 'for long', forMs: 60_000 } };
    const first = await start('plain', { name }, forever);
    await ended(server, first.runId);
    expect(await start('plain', { name }, forever)).toEqual({ outcome: 'existing', runId: first.runId });
    expect((await start('plain', { name }, forever, otherTenant)).outcome).toBe('started');
    const waiting = gated('plain', 'idempotent while open');
    const open = await start('plain', { name: waiting }, { idempotency: { key: 'open' } });
    expect(await start('plain', { name: waiting }, { idempotency: { key: 'open' } })).toEqual({
      outcome: 'existing',
      runId: open.runId,
    });
    await release(open.runId);
    await ended(server, open.runId);
    expect((await start('plain', { name: waiting }, { idempotency: { key: 'open' } })).outcome).toBe(
      'started',
    );
    const brief = { idempotency: { key: 'brief', forMs: 1 } };
    await ended(server, (await start('plain', { name }, brief)).runId);
    expect((await start('plain', { name }, brief)).outcome).toBe('started');
  });

  it('A start beyond the rate limit of its key is refused', async () => {
    const name = echo('limited', 'a');
    const outcomes = [];
    for (let at = 0; at < 3; at += 1) outcomes.push((await start('limited', { name })).outcome);
    expect(outcomes).toEqual(['started', 'started', 'refused']);
    expect((await start('limited', { name: echo('limited', 'b') })).outcome).toBe('started');
    expect((await start('limited', { name }, {}, otherTenant)).outcome).toBe('started');
  });

  it('A batch of starts begins when it is full or its time is over', async () => {
    const name = echo('batched', 'full');
    const starts = [];
    for (const value of [1, 2, 3, 4]) starts.push(await start('batched', { name, value }));
    expect(starts.map(({ outcome }) => outcome)).toEqual(['started', 'collected', 'collected', 'started']);
    expect(outputOf(await ended(server, starts[0]?.runId ?? ''))).toEqual([1, 2, 3]);
    expect((await readRun(server, starts[3]?.runId ?? '')).status).toBe('QUEUED');
    await makeDue(server, starts[3]?.runId ?? '');
    expect(outputOf(await ended(server, starts[3]?.runId ?? ''))).toBe(4);
  });

  /** Lets a run that collects begin, as a claim does, while another start with its key is under way. Returns that start. */
  const startWhileItBegins = async (
    kind: 'batched' | 'debounced',
    runId: string | null,
    input: ProbeInput,
  ) => {
    const starting = await ctx().tx(async ({ db }) => {
      await db.execute(sql`update runs set ready_at = clock_timestamp(), wake_at = null where id = ${runId}`);
      const meanwhile = start(kind, input);
      await eventually(async () => {
        const [{ n } = { n: 0 }] = await server.sql<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return n > 0;
      });
      return { meanwhile };
    });
    return starting.meanwhile;
  };

  it('A start that comes while its batch begins opens another batch', async () => {
    const name = echo('batched', 'at the last moment');
    const first = await start('batched', { name, value: 1 });
    const late = await startWhileItBegins('batched', first.runId, { name, value: 2 });
    expect(late.outcome).toBe('started');
    expect(outputOf(await ended(server, first.runId))).toBe(1);
    await makeDue(server, late.runId);
    expect(outputOf(await ended(server, late.runId))).toBe(2);
  });

  it('A start that comes while its debounced run begins is run afterwards', async () => {
    const name = echo('debounced', 'at the last moment');
    const first = await start('debounced', { name, value: 'first' });
    const late = await startWhileItBegins('debounced', first.runId, { name, value: 'late' });
    expect(late.outcome).toBe('started');
    expect(outputOf(await ended(server, first.runId))).toBe('first');
    await makeDue(server, late.runId);
    expect(outputOf(await ended(server, late.runId))).toBe('late');
  });

  it('A full batch that waits for its throttle takes no more, and the next one waits longer', async () => {
    const name = echo('slowed', 'full and waiting');
    const starts = [];
    for (const value of [1, 2, 3, 4, 5]) starts.push(await start('slowed', { name, value }));
    expect(starts.map(({ outcome }) => outcome)).toEqual([
      ...['started', 'collected', 'started', 'collected', 'started'],
    ]);
    expect(outputOf(await ended(server, starts[0]?.runId ?? null))).toEqual([1, 2]);
    expect((await readRun(server, starts[2]?.runId ?? '')).status).toBe('QUEUED');
    await makeDue(server, starts[2]?.runId ?? null);
    expect(outputOf(await ended(server, starts[2]?.runId ?? null))).toEqual([3, 4]);
    expect((await readRun(server, starts[4]?.runId ?? '')).status).toBe('QUEUED');
  });

  it('A debounced run begins with the last input', async () => {
    const name = echo('debounced', 'typing');
    const first = await start('debounced', { name, value: 'h' });
    for (const value of ['he', 'hel', 'hello'])
      expect(await start('debounced', { name, value })).toEqual({ outcome: 'collected', runId: first.runId });
    expect((await readRun(server, first.runId ?? '')).status).toBe('QUEUED');
    await makeDue(server, first.runId);
    expect(outputOf(await ended(server, first.runId))).toBe('hello');
    expect(kinds.debounced.callsOf(name)).toBe(1);
    expect((await start('debounced', { name, value: 'again' })).outcome).toBe('started');
  });

  it('A start of a singleton is skipped while another run is open, or cancels that one', async () => {
    const skipping = gated('single', 'skipping');
    const open = await start('single', { name: skipping });
    expect(await start('single', { name: skipping })).toEqual({ outcome: 'skipped', runId: open.runId });
    await reached(server, open.runId, 'WAITING');
    await release(open.runId);
    await ended(server, open.runId);
    expect((await start('single', { name: skipping })).outcome).toBe('started');
    const replacing = gated('replacing', 'replacing');
    const old = await start('replacing', { name: replacing });
    const next = await start('replacing', { name: replacing });
    expect(next).toMatchObject({ outcome: 'started', runId: expect.not.stringMatching(old.runId ?? '-') });
    expect((await ended(server, old.runId)).status).toBe('CANCELLED');
    await release(next.runId);
    expect((await ended(server, next.runId)).status).toBe('COMPLETED');
  });

  it('Starts beyond the throttle are given times that lie one period apart', async () => {
    const name = echo('throttled', 'paced');
    const runs = [];
    for (let at = 0; at < 3; at += 1) runs.push(await start('throttled', { name }));
    expect(runs.map(({ outcome }) => outcome)).toEqual(['started', 'started', 'started']);
    const [first, second, third] = runs.map(({ runId }) => runId);
    await ended(server, first ?? '');
    const [apart] = await server.sql<{ seconds: number }>(
      `select extract(epoch from c.wake_at - b.wake_at)::float as seconds from runs b, runs c where b.id = $1 and c.id = $2`,
      [second, third],
    );
    expect(apart?.seconds).toBeCloseTo(60, 3);
    for (const runId of [second ?? '', third ?? '']) {
      await makeDue(server, runId);
      expect((await ended(server, runId)).status).toBe('COMPLETED');
    }
  });

  it('A start beyond the concurrency limit waits for a slot, and a run that waits holds none', async () => {
    let working = 0;
    let most = 0;
    let partner: PromiseWithResolvers<void> | undefined;
    const name = kinds.concurrent.works('crowd', async (run) => {
      await run.step('work', async () => {
        working += 1;
        most = Math.max(most, working);
        // Each run waits for a second one, so that two are executed at the same time.
        if (partner) {
          partner.resolve();
          partner = undefined;
        } else {
          partner = Promise.withResolvers<void>();
          await partner.promise;
        }
        working -= 1;
      });
      return null;
    });
    const runs = await Promise.all(Array.from({ length: 8 }, () => start('concurrent', { name })));
    for (const { runId } of runs) await ended(server, runId);
    expect(most).toBe(2);
    const waiting = gated('concurrent', 'waiting');
    const idle = await Promise.all(Array.from({ length: 3 }, () => start('concurrent', { name: waiting })));
    for (const { runId } of idle) await reached(server, runId, 'WAITING');
    for (const { runId } of idle) await release(runId);
    for (const { runId } of idle) expect((await ended(server, runId)).status).toBe('COMPLETED');
  });

  it('Runs that wait for a slot begin in the order of their priority', async () => {
    const order: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    kinds.ranked.works('first', (run) => run.step('hold', () => gate.promise));
    const name = kinds.ranked.works('ranked', async (_run, value) => order.push(value));
    const first = await start('ranked', { name: 'first', value: 0 });
    const later = [];
    for (const value of [3, 1, 2]) later.push(await start('ranked', { name, value }));
    gate.resolve();
    for (const { runId } of [first, ...later]) await ended(server, runId);
    expect(order).toEqual([1, 2, 3]);
  });
});
