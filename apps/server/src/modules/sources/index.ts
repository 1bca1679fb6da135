import { defineModule } from '../../kernel/module.ts';
import { sourcesRoutes } from './routes.ts';

export const sourcesModule = defineModule({ name: 'sources', routes: [sourcesRoutes] });
