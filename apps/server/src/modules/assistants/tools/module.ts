import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { tenantEvents } from '../../account/tenancy/declarations.ts';
import { connectionUses, type UseOfConnection } from '../../content/connections/index.ts';
import { toolRepository } from './repository.ts';
import { mcpRoutes, toolRoutes } from './routes.ts';
import { withdrawAccount, withdrawWithTenant } from './servers/grants/accounts.ts';
import { withdrawJob } from './servers/grants/withdraw-job.ts';
import { refreshServer } from './servers/service/check-server.ts';
import { refreshJob } from './servers/service/refresh-job.ts';
import { leaveJob, leaveServers } from './servers/sessions/leave-servers.ts';

/** Tools prevent deleting the connection that they use. */
const toolsUsing = async (tx: TxCtx, connectionIds: readonly string[]): Promise<UseOfConnection[]> => {
  const rows = await toolRepository.listOfConnections(tx.db, connectionIds);
  return rows.flatMap(({ id, name, connectionId }) =>
    connectionId === null ? [] : [{ kind: 'TOOL' as const, id, name, connectionId, blocks: true }],
  );
};

export const toolsModule = defineModule({
  name: 'tools',
  routes: [toolRoutes, mcpRoutes],
  jobs: [
    handleJob(leaveJob, leaveServers),
    handleJob(refreshJob, refreshServer),
    handleJob(withdrawJob, withdrawAccount),
  ],
  subscribers: [subscribe(tenantEvents.closing, withdrawWithTenant)],
  extends: [extend(connectionUses, toolsUsing)],
  constraints: {
    tools_name_taken: 'tools.name_taken',
    tools_connection: 'connections.in_use',
    mcp_servers_name_taken: 'mcps.name_taken',
  },
});
