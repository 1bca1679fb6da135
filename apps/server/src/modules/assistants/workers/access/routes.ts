import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { getPublicWorker, getWorkerConnection, listOffline, listWorkerConnections } from './read-public.ts';
import { removeUser } from './remove-user.ts';

export const workerAccessRoutes = defineRoutes(workerAccess, {
  removeUser: async (ctx, { params, query }) => {
    await removeUser(ctx, params.id, query.userId);
    return done;
  },
  publicDetails: (anonymous, { params }) => getPublicWorker(anonymous, params.id),
  offlineAgents: async (anonymous, { query }) => ({ agents: await listOffline(anonymous, query) }),
  connections: async (ctx) => ({ connections: await listWorkerConnections(ctx) }),
  connection: (ctx, { params }) => getWorkerConnection(ctx, params.id),
});
