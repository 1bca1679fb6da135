import type { Worker, WorkerChange, WorkerStatus } from '@atelier/contracts/assistants/workers/worker-shapes';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { removeAccess } from '../../../account/access/index.ts';
import { orderRecordRun } from '../engine/take-input.ts';
import { armInputs } from '../inputs/arm-inputs.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import type { WorkerRow } from '../tables.ts';
import { checkTarget, chosenTarget } from '../targets.ts';
import { findWorker, getWorker, lockWorker } from './reads.ts';
import { readyOutputs, saveQueue } from './save-queue.ts';

/** Orders the work on the records that waited while the worker was paused. */
const goOn = async (tx: TxCtx, workerId: string): Promise<void> => {
  for (const { id } of await recordRepository.listHeld(tx.db, workerId)) {
    const runId = await orderRecordRun(tx, workerId, id);
    await recordRepository.update(tx.db, id, { runId, stage: 'QUEUED' });
  }
};

const actions: Record<WorkerStatus, string> = {
  ACTIVE: 'workers.activated',
  PAUSED: 'workers.paused',
  DEACTIVATED: 'workers.deactivated',
};

const setStatus = async (
  tx: TxCtx,
  { id, status }: WorkerRow,
  next: WorkerStatus | undefined,
): Promise<void> => {
  if (next === undefined || next === status) return;
  await workerRepository.update(tx.db, id, { status: next });
  if (next === 'ACTIVE') await goOn(tx, id);
  await armInputs(tx, id);
  await tx.audit(actions[next], id);
};

const given = (change: object): object =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/**
 * Changes a worker. Records on which work has begun go on with the settings with which it began. Throws `workers.not_found`,
 * `workers.changed_meanwhile` and what `deployWorker` throws about settings.
 */
export const changeWorker = (ctx: AnyCtx, id: string, change: WorkerChange): Promise<Worker> =>
  ctx.tx(async (tx) => {
    const { tenantId: _tenant, revision, status, queue, outputs, agentId, crewId, flowId, ...rest } = change;
    await checkRevision(tx, 'workers.changed_meanwhile', { id, revision, newest: () => getWorker(tx, id) });
    const present = await lockWorker(tx, id);
    const target = chosenTarget({ agentId, crewId, flowId });
    if (target) await checkTarget(tx, target);
    const settings = {
      ...given(rest),
      ...(target && { targetKind: target.kind, targetId: target.id }),
      ...(outputs && { outputs: await readyOutputs(tx, id, outputs) }),
    };
    if (queue) await saveQueue(tx, id, queue);
    if (queue || Object.keys(settings).length > 0) {
      await workerRepository.update(tx.db, id, settings);
      await tx.audit('workers.updated', id);
    }
    await setStatus(tx, present, status);
    return getWorker(tx, id);
  });

/** Takes away the access of a user to a worker. Throws `workers.not_found`. */
export const removeUser = (ctx: Ctx, workerId: string, userId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await findWorker(tx, workerId);
    await removeAccess(tx, { entityId: workerId, userId });
  });
