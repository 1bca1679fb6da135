import type { IncomingHttpHeaders } from 'node:http';
import {
  type AuthorizationAddress,
  authorization,
} from '@atelier/contracts/content/connections/authorization';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { presentAuthorization } from './present.ts';
import { finishAuthorization, startAuthorization } from './service/finish-authorization.ts';
import { freshAuthorization } from './service/fresh-authorization.ts';

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
