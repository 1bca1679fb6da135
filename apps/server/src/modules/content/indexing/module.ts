import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { connectionUses } from '../connections/index.ts';
import { mergeJob } from './merging/merge-segments.ts';
import { projectionJob } from './vector-store/project-document.ts';
import { rebuildRun } from './vector-store/rebuild-store.ts';
import { removalJob } from './vector-store/remove-points.ts';
import { vectorStoresRoutes } from './vector-store/routes.ts';
import { storesUsing } from './vector-store/vector-store.ts';

export const indexingModule = defineModule({
  name: 'indexing',
  extends: [extend(connectionUses, storesUsing)],
  routes: [vectorStoresRoutes],
  runs: [rebuildRun],
  jobs: [projectionJob, removalJob, mergeJob],
});
