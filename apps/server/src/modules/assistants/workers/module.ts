import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { partKinds } from '../../account/access/declarations.ts';
import { connectionUses, type UseOfConnection } from '../../content/connections/index.ts';
import { itemRemovers } from '../../content/storage/declarations.ts';
import { answererPoint } from '../apps/index.ts';
import { callers } from '../flows/declarations.ts';
import { giveAnswer } from './answering/give-answer.ts';
import { workerAnswerer } from './answering/worker-answerer.ts';
import { giveJob } from './engine/record-order.ts';
import { recordRun } from './engine/record-run.ts';
import { lookAtInput } from './inputs/look-at-input.ts';
import { lookJob } from './inputs/look-job.ts';
import { dropOldRecords, dropRecordsTask } from './records/service/keep-records.ts';
import { removeRecordFile } from './records/service/read-files.ts';
import { workerRepository } from './repository.ts';
import {
  recordRetentionRoutes,
  workerAccessRoutes,
  workerInputRoutes,
  workerRecordRoutes,
  workerRoutes,
} from './routes.ts';
import { recordPart, visibleWorkers, workerEntity } from './worker-entity.ts';

/** Finds the workers that the actor may see and whose inputs use connections. They remain, and take nothing from there any more. */
const workersUsing = async (tx: TxCtx, connectionIds: readonly string[]): Promise<UseOfConnection[]> => {
  const rows = await workerRepository.listUsing(tx.db, connectionIds, visibleWorkers(tx));
  return rows.map((row) => ({ kind: 'WORKER', ...row, blocks: false }));
};

/** Finds the workers that run an agent, a crew or a flow. */
const workersCalling = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const rows = await workerRepository.listRunning(tx.db, id, visibleWorkers(tx));
  return rows.map((row) => ({ kind: 'WORKER', ...row }));
};

export const workersModule = defineModule({
  name: 'workers',
  routes: [workerRoutes, workerAccessRoutes, workerInputRoutes, workerRecordRoutes, recordRetentionRoutes],
  jobs: [handleJob(lookJob, lookAtInput), handleJob(giveJob, giveAnswer)],
  chores: [
    {
      task: dropRecordsTask,
      cron: '29 * * * *',
      handle: async (services) => {
        await dropOldRecords(services);
      },
    },
  ],
  runs: [recordRun],
  extends: [
    extend(entityKinds, workerEntity),
    extend(answererPoint, workerAnswerer),
    extend(connectionUses, workersUsing),
    extend(callers, workersCalling),
    extend(partKinds, recordPart),
    extend(itemRemovers, { prefix: 'fil_', remove: removeRecordFile }),
  ],
  constraints: { workers_name_taken: 'workers.name_taken' },
});
