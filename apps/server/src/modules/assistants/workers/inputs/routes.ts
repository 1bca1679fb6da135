import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { uploadFiles } from './take-files.ts';
import { takeWebhook } from './take-webhook.ts';
import { populateSampleData, triggerAgent, triggerWorker } from './trigger-worker.ts';

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
