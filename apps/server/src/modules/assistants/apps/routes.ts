import { apps } from '@atelier/contracts/assistants/apps';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { explainAutomaticSettings } from './service/automatic.ts';
import { createApp } from './service/create-app.ts';
import { listOrchestrations } from './service/orchestrations.ts';
import { getApp, listApps } from './service/reads.ts';
import { removeApp } from './service/remove-app.ts';
import { updateApp } from './service/update-app.ts';

export const appRoutes = defineRoutes(apps, {
  create: (ctx, { body }) => createApp(ctx, body),
  update: (ctx, { body }) => updateApp(ctx, body),
  get: (ctx, { params }) => getApp(ctx, params.id),
  list: (ctx, { query }) => listApps(ctx, query),
  automatic: (ctx, { query }) => explainAutomaticSettings(ctx, query.knowledgeBaseIds),
  orchestrations: async (ctx) => ({ orchestrations: await listOrchestrations(ctx) }),
  remove: async (ctx, { params }) => {
    await removeApp(ctx, params.id);
    return done;
  },
  removeByBody: async (ctx, { body }) => {
    await removeApp(ctx, body.appId);
    return done;
  },
});
