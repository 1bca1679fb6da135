import { defineModule } from '../../../kernel/module/module.ts';
import { authorizationRoutes, connectionsRoutes } from './routes.ts';

export const connectionsModule = defineModule({
  name: 'connections',
  routes: [connectionsRoutes, authorizationRoutes],
  constraints: {
    connections_name: 'connections.name_taken',
    index_versions_connection: 'connections.in_use',
  },
});
