import { defineModule } from '../../../kernel/module/module.ts';
import { runLists } from '../../../kernel/runs/view/index.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { type PartKind, partKinds } from '../../account/access/declarations.ts';
import { retentionRoutes, runRoutes } from './routes.ts';

/** Lets people who open a run ask for the thing to which it belongs. */
const runPart: PartKind = {
  prefix: 'run_',
  findWhole: async (tx, id) => (await runLists.find(tx.db, { id, visible: undefined }))?.scopeId ?? undefined,
};

export const runsModule = defineModule({
  name: 'runs',
  routes: [runRoutes, retentionRoutes],
  extends: [extend(partKinds, runPart)],
});
