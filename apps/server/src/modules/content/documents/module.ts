import { defineModule } from '../../../kernel/module/module.ts';
import { summaryRun } from './editing/summary/write-summary.ts';
import { importRun } from './import-run/import-run.ts';
import { documentsRoutes, importRoutes, removalRoutes } from './routes.ts';

export const documentsModule = defineModule({
  name: 'documents',
  routes: [importRoutes, documentsRoutes, removalRoutes],
  runs: [importRun, summaryRun],
});
