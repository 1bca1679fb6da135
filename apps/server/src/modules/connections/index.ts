import { defineModule } from '../../kernel/module.ts';
import { connectionsRoutes } from './routes.ts';

export const connectionsModule = defineModule({ name: 'connections', routes: [connectionsRoutes] });
