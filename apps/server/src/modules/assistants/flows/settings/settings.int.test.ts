import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { FlowSettings, flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { keep, pieceStep, respondWith, type StepJson } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { dropOldRuns } from '../../../../kernel/runs/start/cancel-run.ts';

const { get, put, removal } = flowSettings.endpoints;

describe('the settings of a flow', () => {
  let server: TestServer;
  let client: Client;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  const save = (flowId: string, body: z.input<typeof FlowSettings>) =>
    client.call(put, { params: { id: flowId }, body });
  const publish = async (
    settings: z.input<typeof FlowSettings>,
    steps: readonly StepJson[] = [respondWith('step_1', '{{trigger}}')],
  ) => {
    const flowId = await bed.publish(steps);
    await save(flowId, settings);
    return flowId;
  };
  const runsOf = async (flowId: string) =>
    (await client.call(flowRuns.endpoints.list, { query: { flowId } })).items.toReversed();
  /** Lets the time pass for which runs of a flow were put off. */
  const passTime = (flowId: string) =>
    server.sql(`update runs set wake_at = now() where subject_id = $1 and wake_at is not null`, [flowId]);
  const payloadOf = async (runId: string) => {
    const { text } = (await bed.ended(runId)).input;
    return JSON.parse(text) as { body: unknown } | { body: unknown }[];
  };

  it('are those of a new flow until somebody saves others, and are read back as they were saved', async () => {
    const flowId = await bed.publish([]);
    const read = () => client.call(get, { params: { id: flowId }, query: {} });
    expect(await read()).toEqual({
      settings: {
        priority: 'NORMAL',
        ...{ concurrency: null, throttle: null, debounce: null, batch: null, keepDays: null },
      },
      companyKeepDays: 30,
      revision: expect.any(Number),
    });
    const settings = FlowSettings.parse({
      priority: 'HIGH',
      concurrency: { limit: 2, key: '{{trigger.body.customer}}' },
      keepDays: 7,
    });
    await save(flowId, settings);
    expect((await read()).settings).toEqual(settings);
  });

  it('are refused with a key that cannot be read or reads a later step, and with two rules that collect', async () => {
    const flowId = await bed.publish([keep('step_1', 'x')]);
    const send = (body: z.input<typeof FlowSettings>) =>
      client.send(put, { params: { id: flowId }, body: body as FlowSettings });
    for (const key of ['{{trigger.', '{{step_1}}']) {
      const reply = await send({ throttle: { limit: 1, seconds: 1, key } });
      expect(reply).toMatchObject({ status: 400, body: { code: 'flows.key_unreadable' } });
    }
    const both = await send({ debounce: { quietSeconds: 1 }, batch: { size: 2, seconds: 1 } });
    expect(both.status).toBe(400);
  });

  it('start one run with the last call once it is quiet, for each value of a key', async () => {
    const flowId = await publish({ debounce: { quietSeconds: 600, key: '{{trigger.body.customer}}' } });
    const ids = [];
    for (const [customer, n] of [
      ['Ada', 1],
      ['Ada', 2],
      ['Bob', 3],
      ['Ada', 4],
    ])
      ids.push(await bed.start(flowId, { customer, n }));
    expect(new Set(ids).size).toBe(2);
    const [ada, bob] = await runsOf(flowId);
    expect(ada).toMatchObject({ status: 'QUEUED', startedAt: null, hold: { rule: 'debounce' } });
    expect(Date.parse(ada?.hold?.until ?? '') - Date.now()).toBeGreaterThan(500_000);
    await passTime(flowId);
    expect(await payloadOf(ada?.runId ?? '')).toMatchObject({ body: { customer: 'Ada', n: 4 } });
    expect(await payloadOf(bob?.runId ?? '')).toMatchObject({ body: { customer: 'Bob', n: 3 } });
    expect((await runsOf(flowId)).map(({ hold }) => hold)).toEqual([null, null]);
    await bed.start(flowId, { customer: 'Ada', n: 5 });
    expect(await runsOf(flowId)).toHaveLength(3);
  });

  it('collect calls into one run, which begins when it is full or its time has passed', async () => {
    const flowId = await publish({ batch: { size: 3, seconds: 600 } });
    const first = await bed.start(flowId, 1);
    expect(await bed.start(flowId, 2)).toBe(first);
    expect((await runsOf(flowId))[0]?.hold).toMatchObject({ rule: 'batch', collected: 2 });
    expect(await bed.start(flowId, 3)).toBe(first);
    expect(await payloadOf(first)).toMatchObject([{ body: 1 }, { body: 2 }, { body: 3 }]);
    const second = await bed.start(flowId, 4);
    expect(second).not.toBe(first);
    await passTime(flowId);
    expect(await payloadOf(second)).toMatchObject([{ body: 4 }]);
  });

  it('keep what a server had collected when it stops, for the server that follows', async () => {
    const collected = await publish({ batch: { size: 3, seconds: 600 } });
    const debounced = await publish({ debounce: { quietSeconds: 600 } });
    const another = await server.another();
    const elsewhere = flowBed({ ...server, origin: another.origin } as TestServer, client);
    const batch = await elsewhere.start(collected, 1);
    const quiet = await elsewhere.start(debounced, { n: 1 });
    await another.close();
    expect(await bed.start(collected, 2)).toBe(batch);
    expect(await bed.start(collected, 3)).toBe(batch);
    expect(await bed.start(debounced, { n: 2 })).toBe(quiet);
    await passTime(debounced);
    expect(await payloadOf(batch)).toMatchObject([{ body: 1 }, { body: 2 }, { body: 3 }]);
    expect(await payloadOf(quiet)).toMatchObject({ body: { n: 2 } });
  });

  it('execute as many runs at once as they allow, and a run that waits lets the next one in', async () => {
    const wait = pieceStep('step_1', ['webhook', 'wait_for_webhook'], {});
    const flowId = await publish({ concurrency: { limit: 1 } }, [wait]);
    const blocked = await publish({ concurrency: { limit: 1 } });
    await server.sql(`insert into runs (tenant_id, id, kind, status, input, actor, limit_key, limit_size, ready_at, lane)
      select tenant_id, 'run_holder', 'flows.run', 'QUEUED', '{}', '{}', 'flows.run ' || id || ' ', 1, now(), 9 from flows where id = '${blocked}'`);
    const held = await bed.start(blocked);
    expect((await runsOf(blocked))[0]).toMatchObject({
      status: 'QUEUED',
      hold: { rule: 'concurrency', until: null },
    });
    await server.sql(`delete from runs where id = 'run_holder'`);
    await server.sql(
      `select atelier.fill_slots(tenant_id, 'flows.run ' || id || ' ') from flows where id = $1`,
      [blocked],
    );
    expect((await bed.ended(held)).status).toBe('SUCCEEDED');
    const [one, two] = [await bed.start(flowId), await bed.start(flowId)];
    await bed.waiting(one, 'step_1');
    await bed.waiting(two, 'step_1');
  });

  it('let as many runs begin within a time as they allow, and say when the next one begins', async () => {
    const flowId = await publish({ throttle: { limit: 2, seconds: 3600 } });
    for (const n of [1, 2, 3]) await bed.start(flowId, n);
    const third = await eventually(async () => {
      const all = await runsOf(flowId);
      return all.filter(({ endedAt }) => endedAt !== null).length === 2 && all[2];
    });
    expect(third).toMatchObject({ status: 'QUEUED', hold: { rule: 'throttle' } });
    expect(Date.parse(third.hold?.until ?? '') - Date.now()).toBeGreaterThan(1_500_000);
    await passTime(flowId);
    expect((await bed.ended(third.runId)).status).toBe('SUCCEEDED');
  });

  it('put runs before others of the company', async () => {
    const priorityOf = async (settings: z.input<typeof FlowSettings>) => {
      const runId = await bed.start(await publish(settings));
      const [row] = await server.sql<{ priority: number }>('select priority from runs where id = $1', [
        runId,
      ]);
      return row?.priority;
    };
    expect(await priorityOf({ priority: 'HIGH' })).toBeLessThan(0);
    expect(await priorityOf({ priority: 'LOW' })).toBeGreaterThan(0);
  });

  it('do not hold up a test of the draft or a run by hand with what they collect', async () => {
    const flowId = await publish({ batch: { size: 10, seconds: 600 } });
    const tested = await client.call(flows.endpoints.test, {
      params: { id: flowId },
      body: { payload: { body: 'test' } },
    });
    const byHand = await client.call(flows.endpoints.run, {
      params: { id: flowId },
      body: { payload: { body: 'hand' } },
    });
    expect(await payloadOf(tested.runId)).toMatchObject({ body: 'test' });
    expect(await payloadOf(byHand.runId)).toMatchObject({ body: 'hand' });
  });

  it('delete ended runs after the days of their flow, and say before how many', async () => {
    const kept = await publish({});
    const short = await publish({ keepDays: 5 });
    const [old, young] = [await bed.start(kept), await bed.start(short)];
    await bed.ended(old);
    await bed.ended(young);
    await server.sql(`alter table runs disable trigger runs_terminal`);
    await server.sql(`update runs set finished_at = now() - interval '8 days' where id in ($1, $2)`, [
      old,
      young,
    ]);
    await server.sql(`alter table runs enable trigger runs_terminal`);
    const count = async (id: string, days?: number) =>
      (await client.call(removal, { params: { id }, query: { days } })).runs;
    expect([await count(kept, 7), await count(kept, 9), await count(kept)]).toEqual([1, 0, 0]);
    expect(await dropOldRuns(server.services)).toBe(1);
    expect(await runsOf(kept)).toHaveLength(1);
    expect(await runsOf(short)).toEqual([]);
  });
});
