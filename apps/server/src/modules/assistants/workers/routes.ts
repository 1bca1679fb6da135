import { recordRetention } from '@atelier/contracts/assistants/workers/record-retention';
import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { answered, defineRoutes, done } from '../../../kernel/module/module.ts';
import {
  getPublicWorker,
  getWorkerConnection,
  listOffline,
  listWorkerConnections,
} from './access/read-public.ts';
import { cancelRecord, handleOutputAction, rateRecord, retryFailedActivity } from './engine/change-record.ts';
import { uploadFiles } from './inputs/take-files.ts';
import { takeWebhook } from './inputs/take-webhook.ts';
import { populateSampleData, triggerAgent, triggerWorker } from './inputs/trigger-worker.ts';
import { countOldRecords, readRecordRetention, saveRecordRetention } from './records/service/keep-records.ts';
import { openRecordFile, openTable, showFile } from './records/service/read-files.ts';
import { getLogs, getRecord, listRecords } from './records/service/read-records.ts';
import { readReport } from './records/service/read-report.ts';
import { seesWorkerAsBefore, watchWorker } from './records/watch-worker.ts';
import { changeWorker, removeUser } from './service/change-worker.ts';
import { deployWorker } from './service/deploy-worker.ts';
import { getWorker, listWorkers } from './service/reads.ts';
import { readRemoval, removeWorker } from './service/remove-worker.ts';
import { getTemplate, listCategories, listTemplates } from './templates/present-template.ts';

export const workerRoutes = defineRoutes(workers, {
  templates: async (_ctx, { query }) => ({ templates: listTemplates(query) }),
  templateCategories: async () => ({ categories: listCategories() }),
  template: async (_ctx, { params }) => getTemplate(params.id),
  list: (ctx, { query }) => listWorkers(ctx, query),
  get: (ctx, { params }) => getWorker(ctx, params.id),
  deploy: (ctx, { body }) => deployWorker(ctx, body),
  update: (ctx, { params, body }) => changeWorker(ctx, params.id, body),
  removal: (ctx, { params }) => readRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeWorker(ctx, params.id);
    return done;
  },
});

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

export const workerInputRoutes = defineRoutes(workerInputs, {
  trigger: (anonymous, { body }, { address }) => triggerWorker(anonymous, body, address),
  triggerAgent: (anonymous, { body }, { address }) => triggerAgent(anonymous, body, address),
  upload: (anonymous, _request, exchange) => uploadFiles(anonymous, exchange.parts(), exchange.address),
  populateSampleData: (ctx, { params }) => populateSampleData(ctx, params.id),
  webhook: async (anonymous, { params }, exchange) => {
    const responseData = await takeWebhook(anonymous, params.token, exchange);
    const { requestId } = anonymous;
    return exchange.sendRaw({
      status: 202,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ success: true, responseCode: 202, responseData, requestId }),
    });
  },
});

export const workerAccessRoutes = defineRoutes(workerAccess, {
  removeUser: async (ctx, { params, query }) => {
    await removeUser(ctx, params.id, query.userId);
    return done;
  },
  publicDetails: (anonymous, { params }) => getPublicWorker(anonymous, params.id),
  offlineAgents: async (anonymous, { query }) => ({ agents: await listOffline(anonymous, query) }),
  connections: async (ctx) => ({ connections: await listWorkerConnections(ctx) }),
  connection: (ctx, { params }) => getWorkerConnection(ctx, params.id),
});
