import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { partKinds } from '../../account/access/declarations.ts';
import { connectionUses } from '../../content/connections/index.ts';
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
import {
  recordRetentionRoutes,
  workerAccessRoutes,
  workerInputRoutes,
  workerRecordRoutes,
  workerRoutes,
} from './routes.ts';
import { workersCalling, workersUsing } from './uses.ts';
import { recordPart, workerEntity } from './worker-entity.ts';

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
