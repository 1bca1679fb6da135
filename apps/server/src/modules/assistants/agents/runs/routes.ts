import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { readDocument } from '../service/read-document.ts';
import { cancelAgentRun, retryAgentRun } from './service/change-run.ts';
import { decide } from './service/decide.ts';
import { downloadRunFile, getAgentRun, listAgentRuns, readStepText } from './service/read-runs.ts';
import { sendRun } from './service/send-run.ts';
import { executeAgent, startAgentRun } from './service/start-run.ts';

export const agentRunRoutes = defineRoutes(agentRuns, {
  execute: async (ctx, { body: { stream, ...task } }, exchange) =>
    stream
      ? sendRun(ctx, await startAgentRun(ctx, task), exchange)
      : executeAgent(ctx, task, exchange.signal),
  start: async (ctx, { body }) => ({ runId: await startAgentRun(ctx, body) }),
  readDocument: (ctx, _request, exchange) => readDocument(ctx, exchange.parts(), exchange.signal),
  list: (ctx, { query }) => listAgentRuns(ctx, query),
  listOnContent: (ctx, { query }) => listAgentRuns(ctx, query),
  get: (ctx, { params }) => getAgentRun(ctx, params.runId),
  events: (ctx, { params }, exchange) => sendRun(ctx, params.runId, exchange),
  text: (ctx, { params, query }) => readStepText(ctx, params.runId, query),
  file: async (ctx, { params }, exchange) => exchange.sendRaw(await downloadRunFile(ctx, params)),
  cancel: (ctx, { params }) => cancelAgentRun(ctx, params.runId),
  retry: (ctx, { params }) => retryAgentRun(ctx, params.runId),
  decide: (ctx, { params, body }) => decide(ctx, params.token, body),
});
