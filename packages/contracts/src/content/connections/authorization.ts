import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { requiredText, Timestamp, tenantQuery } from '../../kernel/shapes.ts';

/** An outside service at which users can authorize this server to act for them (OAuth 2 with PKCE). */
export const AuthorizationProvider = z.object({ provider: z.string(), name: z.string() });
export type AuthorizationProvider = z.infer<typeof AuthorizationProvider>;

/** The value of an OAUTH2 field: a reference to an authorization. Its tokens never leave the server. */
export const Authorization = z.object({
  authorizationId: z.string(),
  provider: z.string(),
  /** The account at the provider, as far as the provider names it. */
  account: z.string(),
  expiresAt: Timestamp.nullable(),
});
export type Authorization = z.infer<typeof Authorization>;

const connectAgain = 'Please go back to the form and choose Connect again.';

/** The whole body of the reply of `authorizationUrl`: the envelope, and the status that callers check. */
export const AuthorizationAddress = z.object({
  status: z.literal(200),
  success: z.literal(true),
  responseCode: z.literal(200),
  requestId: z.string(),
  responseData: z.object({ authorizationUrl: z.url(), state: z.string() }),
});
export type AuthorizationAddress = z.infer<typeof AuthorizationAddress>;

/** Authorizes connections to act for a user at an outside service. */
export const authorization = defineContract({
  name: 'authorization',
  errors: {
    'authorization.provider_unknown': {
      kind: 'not_found',
      message:
        'This service is not set up here. Ask your operator to add it to OAUTH_PROVIDERS, then connect again.',
    },
    'authorization.state_unknown': {
      kind: 'invalid',
      message: `This authorization took longer than ten minutes, was finished already, or began in another session. ${connectAgain}`,
    },
    'authorization.refused': {
      kind: 'invalid',
      message: `The service did not confirm the authorization. ${connectAgain}`,
    },
    'authorization.unreachable': {
      kind: 'upstream',
      message: 'The service cannot be reached at the moment. Please try again in a minute.',
    },
    'authorization.not_found': {
      kind: 'not_found',
      message: `This authorization does not exist any more. ${connectAgain}`,
    },
    'authorization.expired': {
      kind: 'precondition',
      message: `The service has revoked the authorization, or it has expired. ${connectAgain}`,
    },
  },
  endpoints: {
    providers: {
      method: 'GET',
      path: '/api/datasource/authorization-providers',
      summary: 'List the services at which a connection can be authorized',
      access: { allow: 'connections:read' },
      query: z.object(tenantQuery),
      reply: z.object({ providers: z.array(AuthorizationProvider) }),
    },
    authorizationUrl: {
      method: 'POST',
      path: '/api/datasource/get-authorization-url',
      summary:
        'Read the address at which the user allows access; `status` 200 means success (CONNECTOR-44, API-15)',
      access: { allow: 'connections:write' },
      rate: 'auth',
      query: z.object(tenantQuery),
      body: z.object({ provider: requiredText(100, 'Please name the service') }),
      raw: true,
      sends: { 200: { says: 'The address.', content: { 'application/json': AuthorizationAddress } } },
    },
    finish: {
      method: 'POST',
      path: '/api/datasource/authorization',
      summary: 'Finish an authorization with the parameters that the service returned',
      access: { allow: 'connections:write' },
      rate: 'auth',
      body: z.object({ code: z.string().min(1).max(4000), state: z.string().min(1).max(200) }),
      reply: Authorization,
    },
    check: {
      method: 'POST',
      path: '/api/datasource/authorization/:id/check',
      summary: 'Read whether an authorization is still valid; renews it where necessary',
      unaudited: 'renewing a token changes nothing that users need to trace',
      access: { allow: 'connections:write' },
      rate: 'auth',
      params: z.object({ id: z.string().min(1).max(100) }),
      reply: Authorization,
    },
  },
});
