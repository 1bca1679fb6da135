import { agentAccess } from '@atelier/contracts/account/agent-access';
import { agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { createCrew, executeCrew, getCrew, listCrews, updateCrew } from './crews/crews.ts';
import { readWork } from './crews/read-work.ts';
import {
  correctMemory,
  listMemories,
  listOwnMemories,
  removeAllMemories,
  removeMemory,
} from './memory/own-memories.ts';
import { cancelAgentRun, decide, retryAgentRun } from './runs/service/change-run.ts';
import { downloadRunFile, getAgentRun, listAgentRuns, readStepText } from './runs/service/read-runs.ts';
import { executeAgent, startAgentRun } from './runs/service/start-run.ts';
import { sendRun } from './runs/service/watch-run.ts';
import { listVersions, publishAgent, restoreVersion } from './service/publish-agent.ts';
import { readDocument } from './service/read-document.ts';
import { getAgent, getAgentRecord, listAgents } from './service/reads.ts';
import { readRemoval, removeAgent } from './service/remove-agent.ts';
import { createAgent, duplicateAgent, saveAgent, updateAgent } from './service/save-agent.ts';
import { inviteToAgent, listAgentUsers, shareAgent } from './service/share-agent.ts';

const remove = async (ctx: AnyCtx, id: string, { force }: { force: boolean }) => {
  await removeAgent(ctx, id, force);
  return done;
};

export const agentRoutes = defineRoutes(agents, {
  create: (ctx, { body }) => createAgent(ctx, body),
  list: (ctx, { query }) => listAgents(ctx, query),
  listOnContent: (ctx, { query }) => listAgents(ctx, query),
  listOnAgent: (ctx, { query }) => listAgents(ctx, query),
  get: (ctx, { params, query }) => getAgent(ctx, params.id, query.versionId),
  getOnContent: (ctx, { params }) => getAgentRecord(ctx, params.id),
  update: (ctx, { params, body }) => updateAgent(ctx, params.id, body),
  saveOnContent: (ctx, { body }) => saveAgent(ctx, body),
  saveOnAgent: (ctx, { body }) => saveAgent(ctx, body),
  duplicate: (ctx, { params }) => duplicateAgent(ctx, params.id),
  publish: (ctx, { params }) => publishAgent(ctx, params.id),
  publishAnyway: (ctx, { params }) => publishAgent(ctx, params.id, { overridesGate: true }),
  versions: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  restore: (ctx, { params }) => restoreVersion(ctx, params.id, params.versionId),
  removal: (ctx, { params }) => readRemoval(ctx, params.id),
  remove: (ctx, { params, query }) => remove(ctx, params.id, query),
  removeOnContent: (ctx, { params, query }) => remove(ctx, params.id, query),
  removeOnAgent: (ctx, { params, query }) => remove(ctx, params.id, query),
});

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

export const crewRoutes = defineRoutes(crews, {
  create: (ctx, { body }) => createCrew(ctx, body),
  list: (ctx, { query }) => listCrews(ctx, query),
  get: (ctx, { params, query }) => getCrew(ctx, params.id, query.versionId),
  update: (ctx, { params, body: { tenantId: _tenant, ...change } }) => updateCrew(ctx, params.id, change),
  execute: (ctx, request, exchange) => executeCrew(ctx, request, exchange.signal),
  work: (ctx, { params }) => readWork(ctx, params.runId),
});

export const agentMemoryRoutes = defineRoutes(agentMemories, {
  list: (ctx, { query }) => listMemories(ctx, query),
  update: async (ctx, { params, body }) => {
    await correctMemory(ctx, params.memoryId, body.fact);
    return done;
  },
  remove: async (ctx, { params }) => {
    await removeMemory(ctx, params.memoryId);
    return done;
  },
  listOwn: (ctx, { query }) => listOwnMemories(ctx, query),
  updateOwn: async (ctx, { params, body }) => {
    await correctMemory(ctx, params.memoryId, body.fact);
    return done;
  },
  removeOwn: async (ctx, { params }) => {
    await removeMemory(ctx, params.memoryId);
    return done;
  },
  removeAllOwn: async (ctx) => ({ deleted: await removeAllMemories(ctx, undefined) }),
  removeAll: async (ctx, { query }) => ({ deleted: await removeAllMemories(ctx, query.agentId) }),
});

export const agentAccessRoutes = defineRoutes(agentAccess, {
  update: (ctx, { params, body }, { origin }) => shareAgent(ctx, params.id, { ...body, origin }),
  list: (ctx, { params, query }) => listAgentUsers(ctx, params.agentId, query),
  give: (ctx, { body }, { origin }) => inviteToAgent(ctx, body, origin),
});
