import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { searchedKinds } from '../../account/people/declarations.ts';
import { documentCounts } from '../bases/declarations.ts';
import { summaryRun } from './editing/summary/write-summary.ts';
import { importRun } from './import-run/import-run.ts';
import { documentsRoutes, importRoutes, removalRoutes } from './routes.ts';
import { countDocuments, documentSearch } from './service/read-imports.ts';

export const documentsModule = defineModule({
  name: 'documents',
  routes: [importRoutes, documentsRoutes, removalRoutes],
  extends: [extend(documentCounts, countDocuments), extend(searchedKinds, documentSearch)],
  runs: [importRun, summaryRun],
  constraints: { knowledge_imports_knowledge_base: 'knowledge.not_found' },
});
