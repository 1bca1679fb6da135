import { apps } from '@atelier/contracts/assistants/apps';
import { appLook } from '@atelier/contracts/assistants/apps/look';
import { appVersions } from '@atelier/contracts/assistants/apps/versions';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { setImage } from './look/service/set-image.ts';
import { explainAutomaticSettings } from './service/automatic.ts';
import { createApp, removeApp } from './service/create-app.ts';
import { listOrchestrations } from './service/find-answerer.ts';
import { getApp, listApps } from './service/reads.ts';
import { updateApp } from './service/update-app.ts';
import { compareVersion, listVersions } from './versions/service/read-versions.ts';
import { removeVersion, revertSettings } from './versions/service/revert-settings.ts';

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

export const versionRoutes = defineRoutes(appVersions, {
  list: (ctx, { params, query }) => listVersions(ctx, params.id, query),
  compare: (ctx, { params }) => compareVersion(ctx, params.id, params.version),
  revert: (ctx, { body }) => revertSettings(ctx, body),
  remove: async (ctx, { params }) => {
    await removeVersion(ctx, params.id, params.version);
    return done;
  },
});

export const lookRoutes = defineRoutes(appLook, {
  setIcon: (ctx, { params }, exchange) =>
    setImage(ctx, { appId: params.id, setting: 'botIconId' }, exchange.parts()),
  setLogo: (ctx, { params }, exchange) =>
    setImage(ctx, { appId: params.id, setting: 'botLogoId' }, exchange.parts()),
});
