import { roleMay } from '@atelier/contracts/kernel/permissions';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { defineVisibility, type PartKind } from '../../account/access/declarations.ts';
import { defineEntity } from '../../account/access/index.ts';
import { canOperateWorker } from './policy.ts';
import { recordRepository } from './records/repository.ts';
import { workerRecords, workers } from './tables.ts';

/** Everybody in the company sees a public worker. */
const isShared = sql`${workers.access} = 'PUBLIC'`;

/** Selects the workers that the actor may see. */
export const visibleWorkers = defineVisibility(workers.id, isShared);

/** Describes workers for the modules that share and count the things that users make. */
export const workerEntity: EntityKind = defineEntity(
  { table: workers, madeBy: workers.createdBy, isShared, visible: visibleWorkers },
  {
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
  },
);

/** Selects the records of workers that the actor may see. */
export const visibleRecords = (ctx: AnyCtx): SQL | undefined =>
  workerEntity.holdsVisible(ctx, workerRecords.workerId);

/** Lets people who open a record ask for its worker. */
export const recordPart: PartKind = {
  prefix: 'rec_',
  findWhole: async (tx, id) => (await recordRepository.find(tx.db, id))?.workerId,
};
