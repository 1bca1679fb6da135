import { defineModule } from '../../../kernel/module/module.ts';
import { authorizationRoutes } from './authorization/routes.ts';
import { connectionsRoutes } from './routes.ts';

export { connectionUses, type UseOfConnection } from './connection-uses.ts';
export { outboundIo } from './outbound-io.ts';
export { findConnectionLimits, inTurn, startingOf } from './service/limits.ts';
export { hideSecrets, type OpenedConnection, openConnection } from './service/open-connection.ts';
export { findConnection, getConnection, listConnectionKinds } from './service/reads.ts';

export const connectionsModule = defineModule({
  name: 'connections',
  routes: [connectionsRoutes, authorizationRoutes],
  constraints: {
    connections_name: 'connections.name_taken',
    index_versions_connection: 'connections.in_use',
  },
});
