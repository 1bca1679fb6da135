import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cancelRun } from '../../../src/kernel/runs/start/cancel-run.ts';
import { openSignalToken, sendSignal, signalToken } from '../../../src/kernel/runs/start/signals.ts';
import { startRun } from '../../../src/kernel/runs/start/start-run.ts';
import { viewRun } from '../../../src/kernel/runs/start/view-run.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { ended, moduleOf, outputOf, probe, reached, readRun, startOf } from './probe-runs.ts';

const probes = probe('test.waits');
const shared = probe('test.shared', {
  starting: { singleton: { whileOpen: 'skip', key: ({ name }) => name } },
});
const { works } = probes;
const text = z.string();

describe('a run that waits', () => {
  let server: TestServer;
  let tenantId: string;
  let otherTenant: string;
  const ctx = () => server.contextOf(tenantId);
  const start = startOf(ctx, probes.definition);
  const signal = (runId: string | null, name: string, payload: unknown, id?: string) =>
    ctx().tx((tx) =>
      sendSignal(tx, { runId: runId ?? '', name, payload, ...(id === undefined ? {} : { id }) }),
    );

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [moduleOf(probes.definition, shared.definition)] });
    tenantId = (await server.signUp()).user.tenantId;
    otherTenant = (await server.signUp('Grace Hopper')).user.tenantId;
  });
  afterAll(() => server.close());

  it('A run that sleeps is given back, and continues no earlier than asked', async () => {
    const id = await start(
      works('timer', async (run) => {
        const from = await run.step('from', () => Date.now());
        await run.sleep('a while', 400);
        return Date.now() - from;
      }),
    );
    const run = await ended(server, id);
    expect(outputOf(run)).toBeGreaterThanOrEqual(400);
    // The run was released in between and claimed again.
    expect(run.epoch).toBe(2);
  });

  it('A signal that is sent twice is stored once, and the run that waits for it continues with its payload', async () => {
    const id = await start(
      works('signal', async (run) => [
        await run.waitFor('first', { schema: text }),
        await run.waitFor('second', { schema: text }),
      ]),
    );
    await reached(server, id, 'WAITING');
    const key = randomUUID();
    expect(await signal(id, 'first', 'hello', key)).toBe(true);
    expect(await signal(id, 'first', 'hello', key)).toBe(false);
    await signal(id, 'second', 'world');
    expect(outputOf(await ended(server, id))).toEqual(['hello', 'world']);
  });

  it('A run finds a signal that came before it waited', async () => {
    const gate = Promise.withResolvers<void>();
    const id = await start(
      works('early', async (run) => {
        await run.step('work', () => gate.promise);
        return run.waitFor('early', { schema: text });
      }),
    );
    await signal(id, 'early', 'bird');
    gate.resolve();
    expect(outputOf(await ended(server, id))).toBe('bird');
  });

  it('A wait whose time is over takes its branch, and fails the run without one', async () => {
    const branched = await start(
      works('branch', (run) =>
        run.waitFor('never', { schema: text, timeoutMs: 50, onTimeout: () => 'took the branch' }),
      ),
    );
    const failed = await start(
      works('no branch', (run) => run.waitFor('never', { schema: text, timeoutMs: 50 })),
    );
    expect(outputOf(await ended(server, branched))).toBe('took the branch');
    expect(await ended(server, failed)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'runs.wait_timed_out' },
    });
  });

  it('A token reaches the one wait that it was made for', async () => {
    let token = '';
    const id = await start(
      works('token', async (run) => {
        token = run.token('approval');
        return run.waitFor('approval', { schema: z.boolean() });
      }),
    );
    await reached(server, id, 'WAITING');
    const { secrets } = server.services;
    const address = openSignalToken(secrets, token);
    expect(address).toEqual({ tenantId, runId: id, name: 'approval' });
    for (const forged of [
      '',
      'x.y',
      `${token}x`,
      `${token.split('.')[0]}.${signalToken(secrets, { tenantId, runId: 'run_x', name: 'approval' }).split('.')[1]}`,
    ])
      expect(openSignalToken(secrets, forged)).toBeUndefined();
    await signal(address?.runId ?? '', address?.name ?? '', true);
    expect(outputOf(await ended(server, id))).toBe(true);
    await expect(signal(id, 'approval', true)).rejects.toMatchObject({ code: 'run.already_finished' });
    const elsewhere = server
      .contextOf(otherTenant)
      .tx((tx) => sendSignal(tx, { runId: id ?? '', name: 'a', payload: 1 }));
    await expect(elsewhere).rejects.toMatchObject({ code: 'run.not_found' });
  });

  it('A run that waits for children gets their outputs and their failures', async () => {
    works('double', async (run, value) => run.step('double', () => Number(value) * 2));
    works('broken', (run) => run.waitFor('never', { schema: text, timeoutMs: 1 }));
    const id = await start(
      works('parent', async (run) => {
        const doubles = await Promise.all(
          [1, 2, 3].map((value) =>
            run.child(`double ${value}`, probes.definition, { name: 'double', value }),
          ),
        );
        const failure = await run
          .child('broken', probes.definition, { name: 'broken' })
          .catch((error: Error) => error.message);
        return { doubles, failure };
      }),
    );
    const run = await ended(server, id);
    expect(outputOf(run)).toEqual({
      doubles: [2, 4, 6],
      failure: 'Nothing arrived in the time that was given.',
    });
    const { children } = await ctx().tx((tx) => viewRun(tx, run.id));
    expect(children.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED']);
  });

  it('A run that waits for a child that somebody else started wakes with the end of that child', async () => {
    const open = shared.works('shared', (run) => run.waitFor('go', { schema: text }));
    const first = await ctx().tx((tx) => startRun(tx, shared.definition, { input: { name: open } }));
    const parents = await Promise.all(
      ['one', 'two'].map((name) =>
        start(works(name, (run) => run.child('shared', shared.definition, { name: open }))),
      ),
    );
    for (const parent of parents) await reached(server, parent, 'WAITING');
    await signal(first.runId, 'go', 'done together');
    for (const parent of parents) expect(outputOf(await ended(server, parent))).toBe('done together');
    const [row] = await server.sql<{ runs: number }>(
      `select count(*)::int as runs from runs where kind = 'test.shared'`,
    );
    expect(row?.runs).toBe(1);
  });

  it('The view of a run shows what it waits for', async () => {
    const id = await start(
      works('shown', async (run) => {
        await run.step('before', () => 1);
        return run.waitFor('approval', { schema: text, timeoutMs: 60_000 });
      }),
    );
    await reached(server, id, 'WAITING');
    const view = await ctx().tx((tx) => viewRun(tx, id ?? ''));
    expect(view.waits).toEqual([{ op: 'wait', name: 'approval', until: expect.any(Number) }]);
    expect(view.wakeAt).not.toBeNull();
  });

  it('A run that waits is cancelled at once, with the children that it waits for', async () => {
    works('forever', (run) => run.waitFor('never', { schema: text }));
    const id = await start(
      works('doomed', (run) => run.child('forever', probes.definition, { name: 'forever' })),
    );
    await reached(server, id, 'WAITING');
    const { children } = await ctx().tx((tx) => viewRun(tx, id ?? ''));
    await reached(server, children[0]?.id ?? '', 'WAITING');
    expect(await ctx().tx((tx) => cancelRun(tx, id ?? ''))).toBe('cancelled');
    for (const run of [id, children[0]?.id ?? ''])
      expect(await readRun(server, run ?? '')).toMatchObject({ status: 'CANCELLED' });
    await expect(ctx().tx((tx) => cancelRun(tx, id ?? ''))).rejects.toMatchObject({
      code: 'run.already_finished',
    });
  });

  it('A run under work that is cancelled ends, and its next write is refused', async () => {
    let wroteAfterwards = false;
    const begun = Promise.withResolvers<void>();
    const id = await start(
      works('long', async (run) => {
        await run.outward('begun', {}, async () => 1);
        begun.resolve();
        await once(run.signal, 'abort');
        await run.write(async () => {
          wroteAfterwards = true;
        });
        return null;
      }),
    );
    await begun.promise;
    expect(await ctx().tx((tx) => cancelRun(tx, id ?? ''))).toBe('asked');
    expect(await ended(server, id)).toMatchObject({ status: 'CANCELLED', cause: null });
    expect(wroteAfterwards).toBe(false);
  });
});
