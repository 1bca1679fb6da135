import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';

const hour = 60 * 60;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A tool asks for the scope of its name. */
const tools = ['read', 'write'].map((name) => ({
  name,
  description: `Needs the right to ${name}.`,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
}));

interface Message {
  id?: number | string;
  method?: string;
  params?: { name?: string };
}

/** An MCP server of revision 2025-11-25 behind a real server of authorizations, at which clients register by themselves. */
export const startGuardedMcp = async () => {
  const calls: { tool: string; user: string }[] = [];
  const renewals: number[] = [];
  let visitor = 'ada';
  let answer = (_request: IncomingMessage, response: ServerResponse): unknown =>
    response.writeHead(503).end();
  const http = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const url = `${issuer}/mcp`;
  const store = new Map<string, unknown>();
  const provider = new Provider(issuer, {
    adapter: (model: string) => new MemoryAdapter(model, store),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    scopes: ['offline_access', 'read', 'write'],
    ttl: {
      AccessToken: hour,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: hour,
      Session: hour,
    },
    issueRefreshToken: async () => true,
    // A refresh token that is used twice withdraws everything that was issued with it.
    rotateRefreshToken: true,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => url,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'read write',
          audience: url,
          accessTokenFormat: 'opaque' as const,
          accessTokenTTL: hour,
        }),
      },
      rpInitiatedLogout: { enabled: false },
    },
    cookies: { keys: ['a-key-for-tests'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError: (ctx, { error, error_description }) => {
      ctx.body = `${error} ${error_description ?? ''}`;
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid offline_access read write');
      grant.addResourceScope(url, 'read write');
      await grant.save();
      return grant;
    },
  });
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.['grant_type'] === 'refresh_token') renewals.push(Date.now());
  });
  const callback = provider.callback();

  const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const challenge = (more: string) => ({
    'www-authenticate': `Bearer resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp", ${more}`,
  });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const token = await provider.AccessToken.find(
      (request.headers.authorization ?? '').replace('Bearer ', ''),
    );
    if (!token?.isValid) return sendJson(response, 401, {}, challenge('scope="read"'));
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as Message;
    if (id === undefined) return void response.writeHead(202).end();
    const result = (value: unknown) => sendJson(response, 200, { jsonrpc: '2.0', id, result: value });
    if (method === 'server/discover')
      return sendJson(response, 404, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown' } });
    if (method === 'initialize')
      return result({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', title: 'Guarded server', version: '1' },
      });
    if (method === 'tools/list') return result({ tools });
    const tool = params?.name ?? '';
    if (!token.scope?.split(' ').includes(tool))
      return sendJson(response, 403, {}, challenge(`error="insufficient_scope", scope="${tool}"`));
    calls.push({ tool, user: token.accountId });
    return result({ content: [{ type: 'text', text: `${tool} for ${token.accountId}` }] });
  };

  answer = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/mcp') return serve(request, response);
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return sendJson(response, 200, { resource: url, authorization_servers: [issuer] });
    if (pathname.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, { login: { accountId: visitor }, consent: {} });
    return callback(request, response);
  };

  /** Follows redirects as a browser does, as long as they stay here. */
  const visit = async (start: string, user = 'ada'): Promise<Record<string, string>> => {
    visitor = user;
    const cookies = new Map<string, string>();
    let at = new URL(start);
    for (let hops = 0; hops < 15; hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [name = '', ...value] = (set.split(';')[0] ?? '').split('=');
        cookies.set(name, value.join('='));
      }
      const next = response.headers.get('location');
      if (next === null) throw new Error(`The server answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at);
      if (at.origin !== issuer) return Object.fromEntries(at.searchParams);
    }
    throw new Error('The server sends the browser in circles.');
  };

  return {
    url,
    issuer,
    calls,
    renewals,
    visit,
    /** Withdraws every access token; refresh tokens stay. */
    expireTokens: () => {
      for (const key of store.keys()) if (key.startsWith('AccessToken:')) store.delete(key);
    },
    /** Returns a function that says whether the service still takes the tokens that it issued last. */
    watchTokens: () => {
      const last = (kind: string) => [...store.keys()].findLast((key) => key.startsWith(`${kind}:`)) ?? '';
      const [access, refresh] = [last('AccessToken'), last('RefreshToken')];
      return () => ({ access: store.has(access), refresh: store.has(refresh) });
    },
    /** Withdraws everything that was issued. */
    revoke: () => {
      for (const key of store.keys()) if (!key.startsWith('Client:')) store.delete(key);
    },
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
};
