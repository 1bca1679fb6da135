import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { compareVersions } from './service/compare-versions.ts';
import { estimateVersion } from './service/estimate-version.ts';
import { findOffer } from './service/find-offer.ts';
import { previewChunking } from './service/preview-chunking.ts';
import { listIndexVersions } from './service/read-versions.ts';
import { cancelVersion, resumeVersion, startVersion } from './service/start-version.ts';
import { activateVersion, removeVersion } from './service/switch-index.ts';

export const indexVersionsRoutes = defineRoutes(indexVersions, {
  list: (ctx, { params }) => listIndexVersions(ctx, params.id),
  offer: (ctx, { params }) => findOffer(ctx, params.id),
  estimate: (ctx, { params, body }) => estimateVersion(ctx, params.id, body),
  preview: (ctx, { body }, exchange) => previewChunking(ctx, body, exchange.signal),
  start: (ctx, { params, body }) => startVersion(ctx, params.id, body),
  cancel: (ctx, { params }) => cancelVersion(ctx, params),
  resume: (ctx, { params, body }) => resumeVersion(ctx, params, body),
  compare: (ctx, { params }, exchange) => compareVersions(ctx, params, exchange.signal),
  activate: (ctx, { params }) => activateVersion(ctx, params),
  remove: async (ctx, { params }) => {
    await removeVersion(ctx, params);
    return { done: true as const };
  },
});
