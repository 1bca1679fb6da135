import { connections } from '@atelier/contracts/content/connections/connections';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { listKinds } from './kinds.ts';
import { presentKind } from './present.ts';
import { getConnection, listClientIds, listConnections } from './service/reads.ts';
import { testConnection, testSavedConnection } from './service/test-connection.ts';
import { createConnection, removeConnection, updateConnection } from './service/write-connection.ts';

export const connectionsRoutes = defineRoutes(connections, {
  list: (ctx, { query }) => listConnections(ctx, query),
  kinds: async (_ctx, { query }) => ({ configurations: listKinds(query.service).map(presentKind) }),
  get: (ctx, { params }) => getConnection(ctx, params.id),
  create: (ctx, { body }) => createConnection(ctx, body),
  update: (ctx, { params, body }) => updateConnection(ctx, params.id, body),
  remove: async (ctx, { params }) => {
    await removeConnection(ctx, params.id);
    return done;
  },
  test: (ctx, { body }) => testConnection(ctx, body),
  testSaved: (ctx, { params }) => testSavedConnection(ctx, params.id),
  listAppConnections: (ctx, { query }) => listConnections(ctx, query),
  createAppConnection: (ctx, { body }) => createConnection(ctx, body),
  removeAppConnection: async (ctx, { params }) => {
    await removeConnection(ctx, params.id);
    return done;
  },
  clientIds: async (ctx) => ({ clientIds: await listClientIds(ctx) }),
});
