import { agentRuns } from '@atelier/contracts/build/agents/agent-runs';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { cancelAgentRun, decide } from './service/change-run.ts';
import { getAgentRun, listAgentRuns } from './service/read-runs.ts';
import { executeAgent, startAgentRun } from './service/start-run.ts';

export const agentRunRoutes = defineRoutes(agentRuns, {
  execute: (ctx, { body }, { signal }) => executeAgent(ctx, body, signal),
  start: async (ctx, { body }) => ({ runId: await startAgentRun(ctx, body) }),
  list: (ctx, { query }) => listAgentRuns(ctx, query),
  get: (ctx, { params }) => getAgentRun(ctx, params.runId),
  cancel: (ctx, { params }) => cancelAgentRun(ctx, params.runId),
  decide: (ctx, { params, body }) => decide(ctx, params.token, body),
});
