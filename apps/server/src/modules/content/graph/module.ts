import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { dropRuns } from '../../../kernel/runs/index.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { knowledgeEvents } from '../bases/declarations.ts';
import { graphSearch } from '../search/declarations.ts';
import { buildRun } from './build-run/build-run.ts';
import { graphRoutes } from './routes.ts';
import { answerRetrieval } from './search/search-graph.ts';
import { onDocumentsChanged, onDocumentsRead, refreshGraph } from './service/build-graph.ts';
import { graphSubject, refreshJob } from './topic.ts';

export const graphModule = defineModule({
  name: 'graph',
  extends: [extend(graphSearch, answerRetrieval)],
  routes: [graphRoutes],
  runs: [buildRun],
  jobs: [handleJob(refreshJob, refreshGraph)],
  subscribers: [
    subscribe(knowledgeEvents.documentsRead, onDocumentsRead),
    subscribe(knowledgeEvents.documentsRemoved, onDocumentsChanged),
    subscribe(knowledgeEvents.documentsSwitched, onDocumentsChanged),
    subscribe(knowledgeEvents.indexSwitched, onDocumentsChanged),
    subscribe(knowledgeEvents.deleted, (ctx, { knowledgeBaseId }) =>
      ctx.tx((tx) => dropRuns(tx, [graphSubject(knowledgeBaseId)])),
    ),
  ],
});
