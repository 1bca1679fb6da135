import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { workerRepository } from './repository.ts';
import type { WorkerRow } from './tables.ts';
import { visibleInWorkers, visibleWorkers } from './visible-workers.ts';

const entityOf = ({ id, name, access }: WorkerRow) => ({ id, name, shared: access === 'PUBLIC' });

/** Describes workers for the modules that share and count the things that users make. */
export const workerEntity: EntityKind = {
  kind: 'WORKER',
  prefix: 'wrk_',
  label: { one: 'worker', many: 'workers' },
  addressOf: (id) => `/worker?id=${id}`,
  holdsVisible: visibleInWorkers,
  find: async (tx, id) => {
    const row = await workerRepository.find(tx.db, id, visibleWorkers(tx));
    return row && entityOf(row);
  },
  search: async (tx, { search, limit }) =>
    (await workerRepository.newest(tx.db, { search, visible: visibleWorkers(tx) }, limit)).map(entityOf),
  count: (tx) => workerRepository.count(tx.db, {}),
};
