import { recordRetention } from '@atelier/contracts/assistants/workers/record-retention';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { answered, defineRoutes } from '../../../kernel/module/module.ts';
import { cancelRecord, handleOutputAction, rateRecord, retryFailedActivity } from './engine/change-record.ts';
import { countOldRecords, readRecordRetention, saveRecordRetention } from './records/service/keep-records.ts';
import { openRecordFile, openTable, showFile } from './records/service/read-files.ts';
import { getLogs, getRecord, listRecords } from './records/service/read-records.ts';
import { readReport } from './records/service/read-report.ts';
import { seesWorkerAsBefore, watchWorker } from './records/watch-worker.ts';

export const recordRetentionRoutes = defineRoutes(recordRetention, {
  get: (ctx) => readRecordRetention(ctx),
  removal: (ctx, { query }) => countOldRecords(ctx, query),
  put: (ctx, { body }) => saveRecordRetention(ctx, body),
});

export const workerRecordRoutes = defineRoutes(workerRecords, {
  list: (ctx, { query }) => listRecords(ctx, query),
  get: (anonymous, { params }) => getRecord(anonymous, params.id),
  logs: (anonymous, { params }) => getLogs(anonymous, params.id),
  report: (ctx, { params, query }) => readReport(ctx, params.id, query.days),
  table: async (ctx, { params }, exchange) => exchange.sendRaw(await openTable(ctx, params)),
  file: async (anonymous, { params }, exchange) => {
    const { status, ...sent } = await openRecordFile(anonymous, params, exchange.headers.range);
    return exchange.sendRaw({ ...sent, status });
  },
  showFile: (ctx, { params, query }) => showFile(ctx, params, query.as),
  retry: (ctx, { body }) => retryFailedActivity(ctx, body.recordId),
  cancel: (ctx, { body }) => cancelRecord(ctx, body.recordId),
  handleOutputAction: (ctx, { body }) => handleOutputAction(ctx, body),
  feedback: (ctx, { params, body }) => rateRecord(ctx, params.id, body),
  events: async (ctx, { params }, exchange) => {
    exchange.holdStream(ctx.tenantId, (asker) => seesWorkerAsBefore(ctx, asker, params.id));
    let close: () => void = () => {};
    await watchWorker(ctx, params.id, () => {
      const sink = exchange.openEvents();
      close = () => sink.close();
      const onChange = () => sink.send('changed', { at: ctx.now().toISOString() });
      return { signal: exchange.signal, onChange };
    }).finally(() => close());
    return answered;
  },
});
