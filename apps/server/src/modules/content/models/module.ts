import { defineModule } from '../../../kernel/module/module.ts';
import { builtinWeights, howFound } from './builtin/weights.ts';
import { modelCatalogueRoutes, modelRoutes } from './routes.ts';

export const modelsModule = defineModule({
  name: 'models',
  routes: [modelRoutes, modelCatalogueRoutes],
  onStarted: (container) => container.use(builtinWeights).keepComplete(),
  greeting: howFound,
});
