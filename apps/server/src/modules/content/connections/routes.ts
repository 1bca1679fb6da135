import type { IncomingHttpHeaders } from 'node:http';
import {
  type AuthorizationAddress,
  authorization,
} from '@atelier/contracts/content/connections/authorization';
import { connections } from '@atelier/contracts/content/connections/connections';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { finishAuthorization, startAuthorization } from './authorization/service/finish-authorization.ts';
import { freshAuthorization } from './authorization/tokens.ts';
import { listKinds } from './kinds.ts';
import { presentAuthorization, presentKind } from './present.ts';
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

/** The CSRF token identifies one session and has already been checked. Requests with an API key have none. */
const readCsrfToken = (headers: IncomingHttpHeaders): string => String(headers['x-csrf-token'] ?? '');

export const authorizationRoutes = defineRoutes(authorization, {
  providers: async ({ services }) => ({
    providers: services.config.oauthProviders.map(({ id, name }) => ({ provider: id, name })),
  }),
  authorizationUrl: async (ctx, { body }, exchange) => {
    const { headers, origin } = exchange;
    const responseData = await startAuthorization(ctx, { ...body, session: readCsrfToken(headers), origin });
    const reply: AuthorizationAddress = {
      status: 200,
      success: true,
      responseCode: 200,
      requestId: ctx.requestId,
      responseData,
    };
    return exchange.sendRaw({ type: 'application/json', body: JSON.stringify(reply) });
  },
  finish: async (ctx, { body }, { headers }) =>
    finishAuthorization(ctx, { ...body, session: readCsrfToken(headers) }),
  check: async (ctx, { params }) => presentAuthorization(await freshAuthorization(ctx, params.id)),
});
