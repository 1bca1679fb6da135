import { workers } from '@atelier/contracts/assistants/workers/workers';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { changeWorker } from './service/change-worker.ts';
import { deployWorker } from './service/deploy-worker.ts';
import { getWorker, listWorkers } from './service/reads.ts';
import { readRemoval, removeWorker } from './service/remove-worker.ts';
import { getTemplate, listCategories, listTemplates } from './templates/present-template.ts';

export const workerRoutes = defineRoutes(workers, {
  templates: async (_ctx, { query }) => ({ templates: listTemplates(query) }),
  templateCategories: async () => ({ categories: listCategories() }),
  template: async (_ctx, { params }) => getTemplate(params.id),
  list: (ctx, { query }) => listWorkers(ctx, query),
  get: (ctx, { params }) => getWorker(ctx, params.id),
  deploy: (ctx, { body }) => deployWorker(ctx, body),
  update: (ctx, { params, body }) => changeWorker(ctx, params.id, body),
  removal: (ctx, { params }) => readRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeWorker(ctx, params.id);
    return done;
  },
});
