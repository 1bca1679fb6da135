import { agentAccess } from '@atelier/contracts/account/agent-access';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { inviteToAgent, listAgentUsers, shareAgent } from './service/share-agent.ts';

export const agentAccessRoutes = defineRoutes(agentAccess, {
  update: (ctx, { params, body }, { origin }) => shareAgent(ctx, params.id, { ...body, origin }),
  list: (ctx, { params, query }) => listAgentUsers(ctx, params.agentId, query),
  give: (ctx, { body }, { origin }) => inviteToAgent(ctx, body, origin),
});
