import { fail } from '../../../../kernel/base/errors.ts';
import { userIdOf } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { presentState } from '../present.ts';
import { monitorRepository } from '../repository.ts';
import { findSubjectName } from './find-subjects.ts';

const stateOf = async (tx: TxCtx, appId: string) => ({
  appId,
  ...presentState((await monitorRepository.monitoring(tx.db, [appId])).get(appId)),
});

const requireApp = async (tx: TxCtx, appId: string): Promise<void> => {
  if ((await findSubjectName(tx, 'APP', appId)) === undefined) fail('monitoring.not_found');
};

/** Throws `monitoring.not_found`. */
export const readMonitoring = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    await requireApp(tx, appId);
    return stateOf(tx, appId);
  });

/** Starts the monitoring of an app that was stopped. What is monitored already stays as it is. Throws `monitoring.not_found`. */
export const startMonitoring = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    await requireApp(tx, appId);
    const startedBy = userIdOf(tx);
    const isNew = await monitorRepository.start(tx.db, appId, startedBy);
    await tx.audit('monitoring.started', appId, { isNew });
    return stateOf(tx, appId);
  });

/** Stops the monitoring of an app; its figures are kept. Throws `monitoring.not_found`. */
export const stopMonitoring = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    await requireApp(tx, appId);
    await monitorRepository.stop(tx.db, appId);
    await tx.audit('monitoring.stopped', appId);
    return stateOf(tx, appId);
  });
