import { openai } from '@atelier/contracts/assistants/programs/openai';
import { idTime } from '../../../../kernel/base/ids.ts';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { listAgentsForPrograms, readProgramAnswer } from '../../agents/index.ts';
import { listAppsForChat } from '../../apps/index.ts';
import { isAgentModel, requireAgent, toAgentModel } from './agents/agent-answer.ts';
import { agentResponse, placeOfResponse } from './agents/agent-response.ts';
import { completeWithAgent } from './agents/complete-with-agent.ts';
import { respondWithAgent } from './agents/respond-with-agent.ts';
import { completeChat } from './complete-chat.ts';
import { createResponse } from './create-response.ts';
import { requireApp, toModelName } from './find-app.ts';
import { getResponse } from './get-response.ts';

const type = 'application/json';

const modelObject = (id: string, subjectId: string) => ({
  id,
  object: 'model',
  created: Math.floor(idTime(subjectId) / 1000),
  owned_by: 'atelier',
});

export const openaiRoutes = defineRoutes(openai, {
  chatCompletions: (ctx, { body }, exchange) =>
    (isAgentModel(body.model) ? completeWithAgent : completeChat)(ctx, body, exchange),
  createResponse: (ctx, { body }, exchange) =>
    (isAgentModel(body.model) ? respondWithAgent : createResponse)(ctx, body, exchange),
  response: async (ctx, { params }, exchange) => {
    const place = placeOfResponse(params.id);
    const response = place
      ? agentResponse(await readProgramAnswer(ctx, place), exchange.origin)
      : await getResponse(ctx, params.id, exchange.origin);
    return exchange.sendRaw({ type, body: JSON.stringify(response) });
  },
  models: async (ctx, _request, exchange) => {
    const [apps, agents] = await Promise.all([listAppsForChat(ctx), listAgentsForPrograms(ctx)]);
    const data = [
      ...apps.map(({ appId }) => modelObject(toModelName(appId), appId)),
      ...agents.map(({ agentId }) => modelObject(toAgentModel(agentId), agentId)),
    ];
    return exchange.sendRaw({ type, body: JSON.stringify({ object: 'list', data }) });
  },
  model: async (ctx, { params }, exchange) => {
    const subjectId = isAgentModel(params.id)
      ? (await requireAgent(ctx, params.id)).agentId
      : (await requireApp(ctx, params.id)).appId;
    const id = isAgentModel(params.id) ? toAgentModel(subjectId) : toModelName(subjectId);
    return exchange.sendRaw({ type, body: JSON.stringify(modelObject(id, subjectId)) });
  },
});
