import { workerRecords } from '@atelier/contracts/build/workers/worker-records';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { getRecord, listRecords } from './service/read-records.ts';
import { triggerWorker } from './service/trigger-worker.ts';

export const workerRecordRoutes = defineRoutes(workerRecords, {
  trigger: (anonymous, { body }) => triggerWorker(anonymous, body),
  list: (ctx, { query }) => listRecords(ctx, query),
  get: (anonymous, { params }) => getRecord(anonymous, params.id),
});
