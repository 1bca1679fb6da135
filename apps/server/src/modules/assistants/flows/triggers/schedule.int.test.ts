import { flows } from '@atelier/contracts/assistants/flows/flows';
import { scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respondWith } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { fireSchedule } from './fire-schedule.ts';

describe('the schedule of a flow', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const publish = async (cronExpression: string) => {
    const { client, user } = await server.signUp();
    const { flowId } = await client.call(flows.endpoints.create, {
      body: {
        displayName: 'Scheduled',
        trigger: {
          name: 'trigger',
          type: 'PIECE_TRIGGER',
          displayName: 'Schedule',
          settings: {
            pieceName: 'schedule',
            pieceVersion: '',
            triggerName: 'cron_expression',
            input: { cronExpression, timezone: 'Europe/Berlin' },
          },
          nextAction: respondWith('step_1', '{{trigger.scheduledFor}}'),
        },
      },
    });
    const published = await client.send(flows.endpoints.publish, { params: { id: flowId } });
    return { client, flowId, published, ctx: server.contextOf(user.tenantId) };
  };
  const nextAt = async (flowId: string) =>
    (
      await server.sql<{ next_at: Date | null }>(`select next_at from flow_triggers where flow_id = $1`, [
        flowId,
      ])
    )[0]?.next_at;
  const nextOf = async (flowId: string, trigger: string) =>
    (
      await server.sql<{ next_at: Date | null }>(
        'select next_at from flow_triggers where flow_id = $1 and name = $2',
        [flowId, trigger],
      )
    )[0]?.next_at;
  const countRuns = async (flowId: string) =>
    (await server.sql(`select 1 from runs where subject_id = $1`, [flowId])).length;

  it('starts one run for each time, however often and by however many its job is done', async () => {
    const { flowId, ctx } = await publish('0 9 * * *');
    const at = (await nextAt(flowId))?.toISOString() ?? '';
    expect(Date.parse(at)).toBeGreaterThan(Date.now());
    const fire = () => fireSchedule(ctx, { flowId, trigger: 'trigger', at });
    // As if the time had come: the schedule looks for its next time after now, so it names the same time again.
    await server.sql(`update flow_triggers set next_at = now() - interval '1 minute' where flow_id = $1`, [
      flowId,
    ]);
    const due = (await nextAt(flowId))?.toISOString() ?? '';
    await fire();
    expect(await countRuns(flowId)).toBe(0);
    await Promise.all([1, 2, 3, 4].map(() => fireSchedule(ctx, { flowId, trigger: 'trigger', at: due })));
    await fireSchedule(ctx, { flowId, trigger: 'trigger', at: due });
    expect(await countRuns(flowId)).toBe(1);
    expect((await nextAt(flowId))?.toISOString()).toBe(at);
    const [run] = await eventually(async () => {
      const rows = await server.sql<{ status: string; payload: string }>(
        `select status, input #>> '{payload,scheduledFor}' as payload from runs where subject_id = $1`,
        [flowId],
      );
      return rows[0]?.status === 'COMPLETED' && rows;
    });
    expect(run?.payload).toBe(due);
  });

  it('fires a time once where the clock of the database comes to it before ours', async () => {
    const { flowId, ctx } = await publish('0 9 * * *');
    const at = (await nextAt(flowId))?.toISOString() ?? '';
    const fire = () => fireSchedule(ctx, { flowId, trigger: 'trigger', at });
    await fire();
    await fire();
    expect(await countRuns(flowId)).toBe(1);
    expect((await nextAt(flowId))?.getTime()).toBeGreaterThan(Date.parse(at));
  });

  it('stops while the flow is switched off', async () => {
    const { client, flowId, ctx } = await publish('0 9 * * *');
    const at = (await nextAt(flowId))?.toISOString() ?? '';
    await client.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: 'DISABLED' } });
    expect(await nextAt(flowId)).toBeNull();
    await fireSchedule(ctx, { flowId, trigger: 'trigger', at });
    expect(await countRuns(flowId)).toBe(0);
  });

  it('is refused when it cannot be read', async () => {
    const { published } = await publish('99 99 * * *');
    expect(published).toMatchObject({ status: 400, body: { code: 'flows.schedule_unreadable' } });
  });

  it('is listed with its next time while the flow is on, with what looks at a source, the nearest first', async () => {
    const { client, flowId } = await publish('0 9 * * *');
    const hourly = {
      name: 'trigger_2',
      type: 'PIECE_TRIGGER',
      displayName: 'Each hour',
      settings: { pieceName: 'schedule', pieceVersion: '', triggerName: 'every_hour', input: {} },
    };
    await client.call(flows.endpoints.update, { params: { id: flowId }, body: { otherTriggers: [hourly] } });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const list = (query = {}) => client.call(scheduler.endpoints.list, { query });
    const { items, total } = await list();
    const byName = new Map(items.map((item) => [item.trigger, item]));
    expect(byName.get('trigger_2')).toMatchObject({ flowId, title: 'Each hour', kind: 'SCHEDULE' });
    expect(byName.get('trigger')).toMatchObject({
      flowName: 'Scheduled',
      cron: '0 9 * * *',
      timeZone: 'Europe/Berlin',
      nextAt: (await nextOf(flowId, 'trigger'))?.toISOString(),
      failure: null,
    });
    const moments = items.map(({ nextAt: at }) => at);
    expect(moments).toEqual(moments.toSorted());
    expect(total).toBe(2);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.nextCursor).toBeNull();
    expect((await list({ kind: 'POLLING' })).items).toEqual([]);
    await client.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: 'DISABLED' } });
    expect((await list()).items).toEqual([]);
    const other = (await server.signUp('Eve')).client;
    expect((await other.call(scheduler.endpoints.list, { query: {} })).items).toEqual([]);
  });

  it('tells its next times before it is saved, or what is wrong with it', async () => {
    const { client } = await server.signUp();
    const times = (triggerName: string, input: Record<string, string | number>) =>
      client.send(scheduler.endpoints.times, { body: { triggerName, input } });
    const { body } = await times('cron_expression', {
      cronExpression: '30 2 29 3 *',
      timezone: 'Europe/Berlin',
    });
    expect(body.responseData).toMatchObject({ cron: '30 2 29 3 *', timeZone: 'Europe/Berlin' });
    expect(body.responseData.times).toHaveLength(5);
    for (const time of body.responseData.times) expect(Date.parse(time)).toBeGreaterThan(Date.now());
    const never = await times('cron_expression', { cronExpression: '0 0 30 2 *', timezone: 'UTC' });
    expect(never.body.responseData.times).toEqual([]);
    expect(never.body.responseData.problem).toBe(
      'This never happens: no month has such a day. Please choose other times.',
    );
    const unreadable = [
      ['cron_expression', { cronExpression: '61 * * * *', timezone: 'UTC' }, 'cannot be read'],
      ['cron_expression', { cronExpression: 'soon', timezone: 'UTC' }, 'This one has 1.'],
      ['no_such_trigger', {}, 'cannot be read'],
    ] as const;
    for (const [triggerName, input, why] of unreadable)
      expect((await times(triggerName, input)).body.responseData).toEqual({
        ...{ cron: null, timeZone: null, times: [] },
        problem: expect.stringContaining(why) as string,
      });
  });
});
