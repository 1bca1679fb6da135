import { vectorStores } from '@atelier/contracts/content/indexing/vector-stores';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { getStoreState, rebuildStore } from './rebuild-store.ts';
import { retryRemovals } from './remove-points.ts';

export const vectorStoresRoutes = defineRoutes(vectorStores, {
  state: (ctx, { params }) => getStoreState(ctx, params.id),
  rebuild: (ctx, { params }) => rebuildStore(ctx, params.id),
  cleanUp: (ctx, { params }) => retryRemovals(ctx, params.id),
});
