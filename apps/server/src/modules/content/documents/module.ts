import { defineModule } from '../../../kernel/module/module.ts';
import { documentsRoutes } from './editing/routes.ts';
import { summaryRun } from './editing/summary/summary-run.ts';
import { importRoutes, removalRoutes } from './import-routes.ts';
import { importRun } from './import-run/import-run.ts';

export const documentsModule = defineModule({
  name: 'documents',
  routes: [importRoutes, documentsRoutes, removalRoutes],
  runs: [importRun, summaryRun],
});
