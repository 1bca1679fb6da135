import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/kernel/base/errors.ts';
import type { TxCtx } from '../../../src/kernel/context/context.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { countMessages } from '../../wire.ts';
import {
  ended,
  journalOf,
  moduleOf,
  outputOf,
  probe,
  reached,
  resumed,
  startOf,
  untilResumed,
} from './probe-runs.ts';

const probes = probe('test.steps');
const { works } = probes;

describe('the steps of a run', () => {
  let server: TestServer;
  let tenantId: string;
  const ctx = () => server.contextOf(tenantId);
  const start = startOf(ctx, probes.definition);

  beforeAll(async () => {
    server = await startTestServer({ isCounted: true, extraModules: [moduleOf(probes.definition)] });
    tenantId = (await server.signUp()).user.tenantId;
  });
  afterAll(() => server.close());

  it('Steps are recorded with their results, and the output of a run with its end', async () => {
    const id = await start(
      works('three', async (run) => {
        const a = await run.step('a', () => 1);
        const b = await run.outward('b', { input: { to: 'you' } }, async () => ({
          got: a + 1,
          at: new Date(0),
        }));
        const c = await run.step('c', async () => [b.got + 1]);
        return { sum: a + b.got + (c[0] ?? 0), at: b.at };
      }),
    );
    const run = await ended(server, id);
    expect(run).toMatchObject({ status: 'COMPLETED', owner: null, cause: null });
    expect(outputOf(run)).toEqual({ sum: 6, at: '1970-01-01T00:00:00.000Z' });
    expect(await journalOf(server, run.id)).toMatchObject([
      { seq: 1, name: 'a', op: 'step', result: '1', key: null },
      { seq: 2, name: 'b', op: 'outward', input: '{"to":"you"}', key: `${run.id}.2`, attempts: 1 },
      { seq: 3, name: 'c', op: 'step', result: '[3]' },
    ]);
  });

  it('Recorded steps are not done again when the code of a run is called again', async () => {
    const done: string[] = [];
    const id = await start(
      works('again', async (run) => {
        const first = await run.step('first', () => done.push('first'));
        const second = await run.outward('second', {}, async () => done.push('second'));
        await untilResumed(run);
        const third = await run.step('third', () => done.push('third'));
        return [first, second, third];
      }),
    );
    expect(outputOf(await resumed(server, ctx(), id))).toEqual([1, 2, 3]);
    expect(done).toEqual(['first', 'second', 'third']);
    expect(probes.callsOf('again')).toBe(2);
  });

  it('Everything recorded before an outward step is committed before that step begins', async () => {
    let before: unknown[] = [];
    const id = await start(
      works('barrier', async (run) => {
        await run.step('quick', () => 'kept');
        await run.outward('call', {}, async () => {
          before = await server.sql('select name from run_journal where run_id = $1', [run.runId]);
        });
        return null;
      }),
    );
    await ended(server, id);
    expect(before).toEqual([{ name: 'quick' }]);
  });

  it('A step whose failure may pass is tried again with pauses, and earlier steps are not done again', async () => {
    const done: string[] = [];
    let tries = 0;
    const id = await start(
      works('flaky', async (run) => {
        await run.outward('before', {}, async () => done.push('before'));
        return run.outward('flaky', { retry: { attempts: 3, pauseMs: 600 } }, async () => {
          tries += 1;
          if (tries < 3) throw new AppError('server.unavailable');
          return `attempt ${tries}`;
        });
      }),
    );
    const waiting = await reached(server, id, 'QUEUED');
    expect(waiting.cause).toMatchObject({ code: 'server.unavailable', retryAt: expect.any(String) });
    const run = await ended(server, id);
    expect(outputOf(run)).toBe('attempt 3');
    expect(done).toEqual(['before']);
    expect((await journalOf(server, run.id)).at(-1)).toMatchObject({ name: 'flaky', attempts: 3 });
  });

  it('The failure of a step is recorded with its cause, and replay throws it again', async () => {
    const caught: string[] = [];
    let calls = 0;
    const id = await start(
      works('caught', async (run) => {
        const call = run.outward('refused', {}, async () => {
          calls += 1;
          throw new AppError('run.not_found');
        });
        await call.catch((error: Error) => caught.push(error.message));
        await untilResumed(run);
        return 'went on';
      }),
    );
    const run = await resumed(server, ctx(), id);
    expect(outputOf(run)).toBe('went on');
    expect(calls).toBe(1);
    expect(new Set(caught)).toEqual(new Set(['This run does not exist.']));
    expect(caught).toHaveLength(2);
    expect((await journalOf(server, run.id))[0]).toMatchObject({
      name: 'refused',
      cause: { code: 'run.not_found' },
    });
  });

  it('An unexpected failure of a step fails the run with a cause that names no internals', async () => {
    const id = await start(
      works('secret', (run) =>
        run.step('leak', () => {
          throw new Error('password=hunter2');
        }),
      ),
    );
    const run = await ended(server, id);
    expect(run).toMatchObject({ status: 'FAILED', cause: { code: 'server.internal' } });
    expect(JSON.stringify([run, await journalOf(server, run.id)])).not.toContain('hunter2');
  });

  it('A step in a transaction of the tenant happens exactly once, together with its record', async () => {
    const id = await start(
      works('transaction', async (run) => {
        const sum = await run.transaction('count', async (tx) => {
          await tx.db.execute(
            sql`insert into events (id, type, payload) values (${`evt_${run.runId}`}, 'test', '{}')`,
          );
          return 7;
        });
        await untilResumed(run);
        return sum;
      }),
    );
    const run = await resumed(server, ctx(), id);
    expect(outputOf(run)).toBe(7);
    expect(await server.sql('select 1 from events where id = $1', [`evt_${run.id}`])).toHaveLength(1);
    expect((await journalOf(server, run.id))[0]).toMatchObject({ op: 'transaction', result: '7' });
  });

  const insertEvent = (tx: TxCtx, id: string) =>
    tx.db.execute(sql`insert into events (id, type, payload) values (${id}, 'test', '{}')`);
  const eventsOf = (id: string) => server.sql('select 1 from events where id like $1', [`evt_${id}%`]);

  it('A write that nobody needs the result of happens exactly once, in one round trip with its record and the commit', async () => {
    const sent: number[] = [];
    const id = await start(
      works('write-once', async (run) => {
        await run.step('before', () => 1);
        const { roundTrips } = await countMessages(server, () =>
          run.writeOnce('note', (tx) => insertEvent(tx, `evt_${run.runId}`)),
        );
        sent.push(roundTrips);
        await untilResumed(run);
        return 'done';
      }),
    );
    const run = await resumed(server, ctx(), id);
    expect(outputOf(run)).toBe('done');
    // The other round trip commits the step before it, and at the second call of the code nothing is written.
    expect(sent).toEqual([2, 0]);
    expect(await eventsOf(run.id)).toHaveLength(1);
    expect((await journalOf(server, run.id))[1]).toMatchObject({
      name: 'note',
      op: 'transaction',
      result: 'null',
    });
  });

  it('A write is not stored when the run has been taken over, and neither is its record', async () => {
    let calls = 0;
    const id = await start(
      works('write-lost', async (run) => {
        calls += 1;
        if (calls === 1) {
          await server.sql(
            'update runs set epoch = epoch + 1, owner = null, ready_at = now() where id = $1',
            [run.runId],
          );
        }
        const note = `evt_${run.runId}_${calls}`;
        await run.writeOnce('note', (tx) => insertEvent(tx, note));
        return 'done';
      }),
    );
    const run = await ended(server, id);
    expect(outputOf(run)).toBe('done');
    expect(await server.sql('select id from events where id like $1', [`evt_${run.id}%`])).toEqual([
      { id: `evt_${run.id}_2` },
    ]);
    expect(await journalOf(server, run.id)).toHaveLength(1);
  });

  it.each([
    ['before it has sent anything', () => Promise.reject(new AppError('run.not_found'))],
    ['in the database', (tx: TxCtx) => tx.db.execute(sql`select 1 / 0`)],
  ])('A write that fails %s leaves no record that it was done', async (how, write) => {
    const id = await start(works(`write-fails ${how}`, (run) => run.writeOnce('note', write)));
    const run = await ended(server, id);
    expect(run).toMatchObject({ status: 'FAILED' });
    expect(await journalOf(server, run.id)).toEqual([]);
  });

  it('Steps that run side by side are found again on replay whatever ended first', async () => {
    const done: number[] = [];
    const parts = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const id = await start(
      works('parallel', async (run) => {
        const numbers = await Promise.all(
          [2, undefined, 1].map((before, at) =>
            run.outward(`part ${at}`, {}, async () => {
              if (before !== undefined) await parts[before]?.promise;
              done.push(at);
              parts[at]?.resolve();
              return at;
            }),
          ),
        );
        await untilResumed(run);
        return numbers;
      }),
    );
    expect(outputOf(await resumed(server, ctx(), id))).toEqual([0, 1, 2]);
    expect(done).toEqual([1, 2, 0]);
  });

  it('Large results are stored aside and given back whole, and a result that is too large fails its step', async () => {
    const large = `${'😀é'.repeat(150_000)}end`;
    const id = await start(
      works('large', async (run) => {
        const first = await run.step('large', () => large);
        await untilResumed(run);
        return first;
      }),
    );
    const run = await resumed(server, ctx(), id);
    expect(run).toMatchObject({ status: 'COMPLETED', output: null });
    expect((await journalOf(server, run.id))[0]).toMatchObject({
      result: null,
      stored_bytes: large.length + 2,
    });
    const parts = await server.sql<{ data: string; seq: number }>(
      'select seq, data from run_results where run_id = $1 order by seq, part',
      [run.id],
    );
    for (const seq of [0, 1])
      expect(
        JSON.parse(
          parts
            .filter((part) => part.seq === seq)
            .map(({ data }) => data)
            .join(''),
        ),
      ).toBe(large);
    const tooLarge = await start(
      works('too large', (run) => run.step('too large', () => 'x'.repeat(9 * 1024 * 1024))),
    );
    expect(await ended(server, tooLarge)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'runs.result_too_large' },
    });
  });

  it('A result that JSON or the database does not take fails its own run and no other', async () => {
    const gate = Promise.withResolvers<void>();
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const poisons = await Promise.all([
      start(works('cyclic', (run) => run.step('cyclic', () => cyclic))),
      start(
        works('nameless', async (run) => {
          await gate.promise;
          await run.step('a\u0000b', () => 1);
          return run.outward('next', {}, async () => 2);
        }),
      ),
    ]);
    const healthy = await Promise.all(
      Array.from({ length: 20 }, () =>
        start(
          works('healthy', async (run) => {
            await gate.promise;
            const text = await run.step('text', () => 'a\u0000b\ud800');
            return run.outward('next', {}, async () => text);
          }),
        ),
      ),
    );
    gate.resolve();
    expect((await ended(server, poisons[0] ?? '')).cause?.code).toBe('runs.result_not_recordable');
    expect((await ended(server, poisons[1] ?? '')).cause?.code).toBe('runs.result_refused');
    for (const id of healthy) expect(outputOf(await ended(server, id))).toBe('a\u0000b\ud800');
  });

  it('A long journal is replayed page by page', async () => {
    let steps = 0;
    const id = await start(
      works('long', async (run) => {
        let sum = 0;
        for (let at = 0; at < 1000; at += 1)
          sum += await run.step(`step ${at}`, () => {
            steps += 1;
            return at;
          });
        await untilResumed(run);
        return sum;
      }),
    );
    expect(outputOf(await resumed(server, ctx(), id))).toBe(499_500);
    expect(steps).toBe(1000);
    expect(probes.callsOf('long')).toBe(2);
  });

  it('A run stops at its budget before the next step', async () => {
    const done: string[] = [];
    const id = await start(
      works('dear', async (run) => {
        for (const name of ['a', 'b', 'c'])
          await run.outward(name, {}, async ({ spend }) => {
            spend(600);
            done.push(name);
          });
        return null;
      }),
      undefined,
      { budget: 1000 },
    );
    expect(await ended(server, id)).toMatchObject({
      status: 'FAILED',
      cost: '1200',
      cause: { code: 'runs.budget_used' },
    });
    expect(done).toEqual(['a', 'b']);
  });

  it('A run whose code asks for other steps on replay fails with that as its cause', async () => {
    let call = 0;
    const id = await start(
      works('changed', async (run) => {
        call += 1;
        await run.step(`step of call ${call}`, () => 1);
        await untilResumed(run);
        return null;
      }),
    );
    expect(await resumed(server, ctx(), id)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'runs.definition_changed' },
    });
  });
});
