import { agents } from '@atelier/contracts/assistants/agents/agents';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { listVersions } from './service/list-versions.ts';
import { publishAgent, restoreVersion } from './service/publish-agent.ts';
import { getAgent, getAgentRecord, listAgents } from './service/reads.ts';
import { readRemoval, removeAgent } from './service/remove-agent.ts';
import { createAgent, duplicateAgent, saveAgent, updateAgent } from './service/save-agent.ts';

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
