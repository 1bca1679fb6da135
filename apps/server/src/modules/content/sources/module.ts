import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { knowledgeEvents } from '../bases/declarations.ts';
import { connectionUses } from '../connections/index.ts';
import { sourcesRoutes } from './routes.ts';
import { sourcesUsing } from './service/reads.ts';
import { dueJob, syncWhenDue } from './service/start-sync.ts';
import { forgetSources, removeDocuments, removeDocumentsJob } from './service/write-source.ts';
import { syncRun } from './sync-run/sync-run.ts';

export const sourcesModule = defineModule({
  name: 'sources',
  extends: [extend(connectionUses, sourcesUsing)],
  routes: [sourcesRoutes],
  runs: [syncRun],
  jobs: [handleJob(dueJob, syncWhenDue), handleJob(removeDocumentsJob, removeDocuments)],
  subscribers: [subscribe(knowledgeEvents.deleted, forgetSources)],
  constraints: {
    sources_knowledge_base: 'knowledge.not_found',
    sources_connection: 'connections.in_use',
  },
});
