import { defineModule } from '../../../kernel/module/module.ts';
import { reindexRun } from './reindex-run.ts';
import { indexVersionsRoutes } from './routes.ts';
import { expiryJob } from './service/switch-index.ts';

export const versionsModule = defineModule({
  name: 'versions',
  routes: [indexVersionsRoutes],
  runs: [reindexRun],
  jobs: [expiryJob],
  constraints: { index_versions_building: 'index_versions.building' },
});
