import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { listWaiting } from '../../runs/index.ts';
import { cancelFlowRun, replayFlowRun, retryFlowRun } from './service/change-run.ts';
import { decide, readApproval } from './service/decide.ts';
import {
  getFlowRun,
  listFlowRuns,
  listFlowSteps,
  listRunFiles,
  openRunFile,
  readFlowText,
  showRunFile,
} from './service/read-runs.ts';

export const flowRunRoutes = defineRoutes(flowRuns, {
  list: (ctx, { query }) => listFlowRuns(ctx, query),
  get: (ctx, { params }) => getFlowRun(ctx, params.runId),
  steps: (ctx, { params, query }) => listFlowSteps(ctx, params.runId, query),
  text: (ctx, { params, query }) => readFlowText(ctx, params.runId, query),
  files: (ctx, { params }) => listRunFiles(ctx, params.runId),
  file: async (ctx, { params }, exchange) =>
    exchange.sendRaw(await openRunFile(ctx, params, exchange.headers.range)),
  showFile: (ctx, { params, query }) => showRunFile(ctx, params, query.as),
  cancel: (ctx, { params }) => cancelFlowRun(ctx, params.runId),
  retry: (ctx, { params }) => retryFlowRun(ctx, params.runId),
  replay: (ctx, { params, body }) => replayFlowRun(ctx, params.runId, body.payload),
  waiting: (ctx, { query }) => listWaiting(ctx, query),
  approval: (anonymous, { params }) => readApproval(anonymous, params.token),
  decide: (anonymous, { params, body }) => decide(anonymous, params.token, body),
});
