import type { MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { mostSubjects } from '@atelier/contracts/operate/monitoring/monitoring';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { monitorRepository } from '../repository.ts';
import type { FigureKind } from '../tables.ts';

const entitiesOf = (tx: TxCtx, kind: FigureKind) => tx.services.entities.find((each) => each.kind === kind);

/** Returns the names of the things of a kind that the actor may see, by id, and whether there are more. */
export const findSubjects = async (
  tx: TxCtx,
  kind: MonitorKind,
  search = '',
): Promise<{ names: Map<string, string>; isCutOff: boolean }> => {
  const found = (await entitiesOf(tx, kind)?.search(tx, { search, limit: mostSubjects + 1 })) ?? [];
  return {
    names: new Map(found.slice(0, mostSubjects).map(({ id, name }) => [id, name])),
    isCutOff: found.length > mostSubjects,
  };
};

/** Returns the name of one thing; undefined when the actor may not see it. */
export const findSubjectName = async (tx: TxCtx, kind: FigureKind, id: string): Promise<string | undefined> =>
  (await entitiesOf(tx, kind)?.find(tx, id))?.name;

/** Returns the ids of all that the monitor shows together: the apps whose monitoring nobody stopped, or all of another kind. */
export const findMonitored = async (tx: TxCtx, kind: MonitorKind): Promise<string[]> => {
  const ids = [...(await findSubjects(tx, kind)).names.keys()];
  if (kind !== 'APP') return ids;
  const monitoring = await monitorRepository.monitoring(tx.db, ids);
  return ids.filter((id) => monitoring.get(id)?.isStopped !== true);
};
