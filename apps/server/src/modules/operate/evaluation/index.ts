import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { answeringVersions } from '../../build/apps/index.ts';
import { evaluationRoutes } from './routes.ts';
import { performanceRun } from './run/performance-run.ts';
import { passTests } from './service/gate.ts';

export { findMeasured } from './service/reads.ts';

export const evaluationModule = defineModule({
  name: 'evaluation',
  routes: [evaluationRoutes],
  runs: [performanceRun],
  extends: [extend(answeringVersions.gate, passTests)],
});
