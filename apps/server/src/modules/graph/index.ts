import { defineModule } from '../../kernel/module.ts';
import { graphRoutes } from './routes.ts';

export const graphModule = defineModule({ name: 'graph', routes: [graphRoutes] });
