import type { IncomingHttpHeaders } from 'node:http';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { clientDocument } from './grants/client-document.ts';
import { connectServer, disconnectServer, finishConnecting } from './grants/connect.ts';
import { listAccounts } from './grants/list-accounts.ts';
import { checkServer } from './service/check-server.ts';
import { getServer, listServers, readServerRemoval, removeServer } from './service/reads.ts';
import { createServer, discoverTools, updateServer } from './service/save-server.ts';

/** The CSRF token identifies one session and has already been checked. Requests with an API key have none. */
const readCsrfToken = (headers: IncomingHttpHeaders): string => String(headers['x-csrf-token'] ?? '');

export const mcpRoutes = defineRoutes(mcps, {
  list: (ctx, { query }) => listServers(ctx, query),
  listAccounts: (ctx, { query }) => listAccounts(ctx, query),
  get: (ctx, { params }) => getServer(ctx, params.id),
  create: (ctx, { body }) => createServer(ctx, body),
  update: (ctx, { body }) => updateServer(ctx, body),
  discover: (ctx, { body }) => discoverTools(ctx, body),
  check: (ctx, { params }) => checkServer(ctx, params.id),
  connect: (ctx, { params }, { headers, origin }) =>
    connectServer(ctx, { mcpId: params.id, session: readCsrfToken(headers), origin }),
  finishConnecting: (ctx, { body }, { headers }) =>
    finishConnecting(ctx, { ...body, session: readCsrfToken(headers) }),
  disconnect: async (ctx, { params }) => {
    await disconnectServer(ctx, params.id);
    return done;
  },
  clientDocument: async (ctx, _request, exchange) =>
    exchange.sendRaw({
      type: 'application/json',
      body: JSON.stringify(clientDocument(ctx, exchange.origin)),
    }),
  removal: (ctx, { params }) => readServerRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeServer(ctx, params.id);
    return done;
  },
});
