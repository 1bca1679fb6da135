import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { answeringVersions } from '../../assistants/apps/index.ts';
import { publishingGate } from '../../assistants/drafts/declarations.ts';
import { attackRun } from './attacks/attack-run.ts';
import { attackRoutes } from './attacks/routes.ts';
import { evaluationRoutes } from './routes.ts';
import { performanceRun } from './run/performance-run.ts';
import { passChange, passPublication } from './service/pass-gate.ts';

export const evaluationModule = defineModule({
  name: 'evaluation',
  routes: [evaluationRoutes, attackRoutes],
  runs: [performanceRun, attackRun],
  extends: [extend(answeringVersions.gate, passChange), extend(publishingGate, passPublication)],
});
