import { openai } from '@atelier/contracts/build/programs/openai';
import { idTime } from '../../../../kernel/base/ids.ts';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { listAppsForChat } from '../../apps/index.ts';
import { completeChat } from './complete-chat.ts';
import { createResponse } from './create-response.ts';
import { getAppOf, modelOf } from './find-app.ts';
import { getResponse } from './get-response.ts';

const type = 'application/json';

const modelObject = ({ appId }: { appId: string }) => ({
  id: modelOf(appId),
  object: 'model',
  created: Math.floor(idTime(appId) / 1000),
  owned_by: 'atelier',
});

export const openaiRoutes = defineRoutes(openai, {
  chatCompletions: (ctx, { body }, exchange) => completeChat(ctx, body, exchange),
  createResponse: (ctx, { body }, exchange) => createResponse(ctx, body, exchange),
  response: async (ctx, { params }, exchange) => {
    const response = await getResponse(ctx, params.id, exchange.origin);
    return exchange.sendRaw({ type, body: JSON.stringify(response) });
  },
  models: async (ctx, _request, exchange) => {
    const data = (await listAppsForChat(ctx)).map(modelObject);
    return exchange.sendRaw({ type, body: JSON.stringify({ object: 'list', data }) });
  },
  model: async (ctx, { params }, exchange) => {
    const app = await getAppOf(ctx, params.id);
    return exchange.sendRaw({ type, body: JSON.stringify(modelObject(app)) });
  },
});
