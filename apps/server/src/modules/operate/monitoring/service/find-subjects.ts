import type { MonitorKind, MonitorState } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { mostSubjects } from '@atelier/contracts/operate/monitoring/monitoring';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { type MonitoringRow, monitorRepository } from '../repository.ts';
import type { FigureKind } from '../tables.ts';

/** Returns whether an app is monitored. It is from the start, without a time, unless somebody stopped that. */
export const presentState = (
  row: MonitoringRow | undefined,
): { state: MonitorState; startedAt: string | null } => {
  if (row?.isStopped) return { state: 'NOT_STARTED', startedAt: null };
  const state = row !== undefined && row.asked > 0 ? 'ALREADY_ACTIVE' : 'BEING_MONITORED';
  return { state, startedAt: row?.startedAt?.toISOString() ?? null };
};

const entityKindFor = (tx: TxCtx, kind: FigureKind) =>
  tx.services.extensions.of(entityKinds).find((each) => each.kind === kind);

/** Returns the names of the things of a kind that the actor may see, by id, and whether there are more. */
export const findSubjects = async (
  tx: TxCtx,
  kind: MonitorKind,
  search = '',
): Promise<{ names: Map<string, string>; isCutOff: boolean }> => {
  const found = (await entityKindFor(tx, kind)?.search(tx, { search, limit: mostSubjects + 1 })) ?? [];
  return {
    names: new Map(found.slice(0, mostSubjects).map(({ id, name }) => [id, name])),
    isCutOff: found.length > mostSubjects,
  };
};

/** Returns the name of one thing; undefined when the actor may not see it. */
export const findSubjectName = async (tx: TxCtx, kind: FigureKind, id: string): Promise<string | undefined> =>
  (await entityKindFor(tx, kind)?.find(tx, id))?.name;

/** Returns the ids of all that the monitor shows together: the apps whose monitoring nobody stopped, or all of another kind. */
export const findMonitored = async (tx: TxCtx, kind: MonitorKind): Promise<string[]> => {
  const ids = [...(await findSubjects(tx, kind)).names.keys()];
  if (kind !== 'APP') return ids;
  const monitoring = await monitorRepository.monitoring(tx.db, ids);
  return ids.filter((id) => monitoring.get(id)?.isStopped !== true);
};

const readState = async (tx: TxCtx, appId: string) => ({
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
    return readState(tx, appId);
  });

/** Starts the monitoring of an app that was stopped. What is monitored already stays as it is. Throws `monitoring.not_found`. */
export const startMonitoring = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    await requireApp(tx, appId);
    const startedBy = findUserId(tx);
    const isNew = await monitorRepository.start(tx.db, appId, startedBy);
    await tx.audit('monitoring.started', appId, { isNew });
    return readState(tx, appId);
  });

/** Stops the monitoring of an app; its figures are kept. Throws `monitoring.not_found`. */
export const stopMonitoring = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    await requireApp(tx, appId);
    await monitorRepository.stop(tx.db, appId);
    await tx.audit('monitoring.stopped', appId);
    return readState(tx, appId);
  });
