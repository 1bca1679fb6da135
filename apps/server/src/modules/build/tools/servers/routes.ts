import { mcps } from '@atelier/contracts/build/tools/mcps';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { checkServer } from './service/check-server.ts';
import { getServer, listServers, readServerRemoval, removeServer } from './service/reads.ts';
import { createServer, discoverTools, updateServer } from './service/save-server.ts';

export const mcpRoutes = defineRoutes(mcps, {
  list: (ctx, { query }) => listServers(ctx, query),
  get: (ctx, { params }) => getServer(ctx, params.id),
  create: (ctx, { body }) => createServer(ctx, body),
  update: (ctx, { body }) => updateServer(ctx, body),
  discover: (ctx, { body }) => discoverTools(ctx, body),
  check: (ctx, { params }) => checkServer(ctx, params.id),
  removal: (ctx, { params }) => readServerRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeServer(ctx, params.id);
    return done;
  },
});
