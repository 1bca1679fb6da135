import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { McpIo } from '../client/mcp-client.ts';
import type { Authority, Grant } from './authority.ts';
import { grantFetch } from './grant-fetch.ts';

type Io = Pick<McpIo, 'fetch' | 'signal'>;

/** Adds what proves the client to a request, in the way that the service takes. */
const signAs = (
  { client, metadata }: Authority,
  { headers, body }: { headers: Headers; body: URLSearchParams },
) => {
  const offered =
    metadata?.revocation_endpoint_auth_methods_supported ?? metadata?.token_endpoint_auth_methods_supported;
  const method = selectClientAuthMethod(client, offered ?? []);
  const { client_id: id, client_secret: secret = '' } = client;
  if (method === 'client_secret_basic') {
    const [user, password] = [id, secret].map(encodeURIComponent);
    headers.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    return;
  }
  body.set('client_id', id);
  if (method === 'client_secret_post') body.set('client_secret', secret);
};

/**
 * Asks a service to withdraw the tokens of an account (RFC 7009): first the refresh token, with which others are made. Does nothing where the
 * service offers no such request. Throws when it cannot be reached, or asks to be asked later; what it refuses for good is over.
 */
export const withdrawTokens = async ({ authority, ...tokens }: Grant, io: Io): Promise<void> => {
  const endpoint = authority.metadata?.revocation_endpoint;
  if (endpoint === undefined) return;
  const all = [
    { token: tokens.refreshToken, hint: 'refresh_token' },
    { token: tokens.accessToken, hint: 'access_token' },
  ];
  for (const { token, hint } of all) {
    if (token === undefined) continue;
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    const body = new URLSearchParams({ token, token_type_hint: hint });
    signAs(authority, { headers, body });
    const { status } = await grantFetch(io)(endpoint, { method: 'POST', headers, body });
    if (status === 429 || status >= 500) throw new Error(`The service answered ${status}.`);
  }
};
