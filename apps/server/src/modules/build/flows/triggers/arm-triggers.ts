import type { TxCtx } from '../../../../kernel/context/context.ts';
import { fireJob } from './fire-job.ts';
import { nextFire } from './next-fire.ts';
import { scheduleOf, triggerCode } from './schedule-of.ts';
import { triggerRepository } from './trigger-repository.ts';

/** Orders the job that fires a schedule. There is one for each trigger; a later order replaces it. */
export const orderFire = (tx: TxCtx, flowId: string, trigger: string, at: Date): Promise<void> =>
  tx.enqueue(
    fireJob,
    { flowId, trigger, at: at.toISOString() },
    { key: `flows.fire ${flowId} ${trigger}`, runAt: at },
  );

/** Makes the triggers of a flow follow its published version and its state. */
export const armTriggers = async (tx: TxCtx, flowId: string): Promise<void> => {
  const start = await triggerRepository.findStart(tx.db, flowId);
  const triggers = start?.content?.triggers ?? [];
  await triggerRepository.removeOthers(
    tx.db,
    flowId,
    triggers.map(({ name }) => name),
  );
  for (const trigger of triggers) {
    const schedule = start?.status === 'ENABLED' ? scheduleOf(trigger) : undefined;
    const nextAt = schedule ? nextFire(schedule, tx.now()) : null;
    const kind = triggerCode(trigger)?.kind ?? 'none';
    await triggerRepository.put(tx.db, { flowId, name: trigger.name, kind, nextAt });
    if (nextAt) await orderFire(tx, flowId, trigger.name, nextAt);
  }
};
