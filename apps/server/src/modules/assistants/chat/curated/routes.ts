import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { listCurated } from './service/list-curated.ts';
import { removeCurated } from './service/remove-curated.ts';
import { saveCurated } from './service/save-curated.ts';

export const curatedRoutes = defineRoutes(curatedAnswers, {
  list: (ctx, { query }) => listCurated(ctx, query),
  save: (ctx, { body }) => saveCurated(ctx, body),
  remove: async (ctx, { params }) => {
    await removeCurated(ctx, params.suggestionId);
    return { done: true as const };
  },
});
