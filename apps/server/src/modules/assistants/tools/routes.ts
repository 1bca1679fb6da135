import type { IncomingHttpHeaders } from 'node:http';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { addOperations } from './openapi/add-operations.ts';
import { listOperations } from './openapi/read-document.ts';
import { getTool, listDefaultTools, listTools } from './own/reads.ts';
import { createTool, readRemoval, removeTool, updateTool } from './own/save-tool.ts';
import { tryTool } from './own/try-tool.ts';
import { listAccounts } from './servers/grants/accounts.ts';
import { clientDocument } from './servers/grants/client-document.ts';
import { connectServer, disconnectServer, finishConnecting } from './servers/grants/connect.ts';
import { checkServer } from './servers/service/check-server.ts';
import { getServer, listServers, readServerRemoval, removeServer } from './servers/service/reads.ts';
import { createServer, discoverTools, updateServer } from './servers/service/save-server.ts';

export const toolRoutes = defineRoutes(tools, {
  list: (ctx, { query }) => listTools(ctx, query),
  listOnContent: (ctx, { query }) => listTools(ctx, query),
  get: (ctx, { query }) => getTool(ctx, query.toolId),
  create: (ctx, { body }) => createTool(ctx, body),
  update: (ctx, { body }) => updateTool(ctx, body),
  listDefaults: (ctx, { query }) => listDefaultTools(ctx, query),
  test: (ctx, { body }) => tryTool(ctx, body),
  removal: (ctx, { params }) => readRemoval(ctx, params.id),
  remove: async (ctx, { params }) => {
    await removeTool(ctx, params.id);
    return done;
  },
  readOpenApi: (ctx, { body }) => listOperations(ctx, body),
  addOpenApi: (ctx, { body }) => addOperations(ctx, body),
});

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
