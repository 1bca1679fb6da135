import { roleMay } from '@atelier/contracts/kernel/permissions';
import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import type { PartKind } from '../../account/access/index.ts';
import { canOperateWorker } from './policy.ts';
import { recordRepository, visibleRecords } from './records/repository.ts';
import { workerRepository } from './repository.ts';
import type { WorkerRow } from './tables.ts';
import { selectVisibleWorkers, visibleInWorkers, visibleWorkers } from './visible-workers.ts';

const toEntity = ({ id, name, access, createdBy }: WorkerRow) => ({
  id,
  name,
  shared: access === 'PUBLIC',
  madeBy: createdBy,
});

/** Describes workers for the modules that share and count the things that users make. */
export const workerEntity: EntityKind = {
  kind: 'WORKER',
  prefix: 'wrk_',
  label: { one: 'worker', many: 'workers' },
  permission: 'agents:read',
  describeUse: (role) =>
    roleMay(role, 'feedback:write')
      ? 'You can give it work, see its records, and decide about its results.'
      : 'You can give it work and see its records.',
  listWaiting: async (tx) => {
    if (!canOperateWorker(tx)) return [];
    const rows = await recordRepository.listWaiting(tx.db, visibleRecords(tx));
    return rows.map(({ workerId, count, oldestId }) => ({
      ...{ id: workerId, count, address: `/worker-record?id=${oldestId}` },
    }));
  },
  buildPagePath: (id) => `/worker?id=${id}`,
  holdsVisible: visibleInWorkers,
  find: async (tx, id) => {
    const row = await workerRepository.find(tx.db, id, visibleWorkers(tx));
    return row && toEntity(row);
  },
  search: async (tx, { search, limit }) =>
    (await workerRepository.newest(tx.db, { search, visible: visibleWorkers(tx) }, limit)).map(toEntity),
  selectVisible: selectVisibleWorkers,
  count: (tx) => workerRepository.count(tx.db, {}),
};

/** Lets people who open a record ask for its worker. */
export const recordPart: PartKind = {
  prefix: 'rec_',
  findWhole: async (tx, id) => (await recordRepository.find(tx.db, id))?.workerId,
};
