import { defineModule } from '../../../kernel/module/module.ts';
import { retentionRoutes, runRoutes } from './routes.ts';

export const runsModule = defineModule({ name: 'runs', routes: [runRoutes, retentionRoutes] });
