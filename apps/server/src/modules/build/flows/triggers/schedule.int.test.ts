import { flows } from '@atelier/contracts/build/flows/flows';
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
});
