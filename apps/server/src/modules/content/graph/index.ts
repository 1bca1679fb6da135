import { defineJob, defineModule } from '../../../kernel/module/module.ts';
import { dropRuns } from '../../../kernel/runs/index.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { graphSearch } from '../search/index.ts';
import { buildRun } from './build-run/build-run.ts';
import { onDocumentsChanged, onRunFinished, refreshGraph } from './build-run/refresh.ts';
import { graphRoutes } from './routes.ts';
import { answerRetrieval } from './search/search-graph.ts';
import { graphSubject, refreshJob } from './topic.ts';

export const graphModule = defineModule({
  name: 'graph',
  extends: [extend(graphSearch, answerRetrieval)],
  routes: [graphRoutes],
  runs: [buildRun],
  jobs: [defineJob(refreshJob, refreshGraph)],
  subscribers: {
    'runs.finished': onRunFinished,
    'knowledge.documents_removed': onDocumentsChanged,
    'knowledge.documents_switched': onDocumentsChanged,
    'knowledge.index_switched': onDocumentsChanged,
    'knowledge.deleted': (ctx, { knowledgeBaseId }) =>
      ctx.tx((tx) => dropRuns(tx, [graphSubject(knowledgeBaseId)])),
  },
});
