import type { Ctx } from '../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../kernel/context/define-job.ts';
import { orderFlowRun } from '../engine/flow-rules.ts';
import { type fireJob, orderFire } from './arm-triggers.ts';
import { nextFire, readSchedule } from './schedule.ts';
import { triggerRepository } from './trigger-repository.ts';

/**
 * Starts the run of a schedule and orders the next one. Both are in the transaction that changes the next time, so that a job that is
 * repeated, or two processes with the same job, start one run. Times that passed while no server ran fire once.
 */
export const fireSchedule = (
  ctx: Ctx,
  { flowId, trigger: name, at }: InputOf<typeof fireJob>,
): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await triggerRepository.lock(tx.db, flowId, name);
    if (row?.nextAt?.toISOString() !== at) return;
    const start = await triggerRepository.findStart(tx.db, flowId);
    const trigger = start?.content?.triggers.find((one) => one.name === name);
    const schedule = trigger && readSchedule(trigger);
    if (!schedule || start?.status !== 'ENABLED' || !start.versionId) {
      await triggerRepository.setNext(tx.db, flowId, name, null);
      return;
    }
    await orderFlowRun(tx, start.settings, {
      flowId,
      versionId: start.versionId,
      environment: 'PRODUCTION',
      depth: 0,
      trigger: name,
      payload: { scheduledFor: at, timeZone: schedule.timeZone },
    });
    // The clock of the database, by which jobs are due, may be ahead of ours. The same time must not come again then.
    const next = nextFire(schedule, new Date(Math.max(tx.now().getTime(), Date.parse(at))));
    await triggerRepository.setNext(tx.db, flowId, name, next);
    if (next) await orderFire(tx, flowId, name, next);
  });
