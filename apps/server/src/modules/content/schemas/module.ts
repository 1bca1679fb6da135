import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { dropRuns } from '../../../kernel/runs/index.ts';
import { knowledgeEvents } from '../bases/declarations.ts';
import { schemaRepository } from './repository/schemas.ts';
import { schemasRoutes } from './routes.ts';
import { schemasRun } from './run/schemas-run.ts';

export const schemasModule = defineModule({
  name: 'schemas',
  routes: [schemasRoutes],
  runs: [schemasRun],
  subscribers: [
    subscribe(knowledgeEvents.deleted, (ctx, { knowledgeBaseId }) =>
      ctx.tx(async (tx) => dropRuns(tx, await schemaRepository.listRunSubjects(tx.db, knowledgeBaseId))),
    ),
  ],
  constraints: { information_schemas_name: 'schemas.name_taken' },
});
