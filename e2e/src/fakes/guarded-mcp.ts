import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

interface Message {
  id?: number;
  method?: string;
}

const results: Record<string, unknown> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'crm', title: 'Customers', version: '1' },
  },
  'tools/list': {
    tools: [{ name: 'find_customer', description: 'Finds a customer.', inputSchema: { type: 'object' } }],
  },
};

/** An MCP server on loopback for which people allow access at a real server of authorizations, on its own pages. */
export const startGuardedMcp = async () => {
  let serve = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(503).end();
  const http = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const url = `${issuer}/mcp`;
  const provider = new Provider(issuer, {
    cookies: { keys: ['a-key-for-tests'] },
    scopes: ['offline_access', 'read'],
    issueRefreshToken: async () => true,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => url,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: 'read', audience: url, accessTokenFormat: 'opaque' as const }),
      },
    },
  });
  const callback = provider.callback();
  const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const documented = `resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp"`;
    if (!(await provider.AccessToken.find(bearer)))
      return sendJson(response, 401, {}, { 'www-authenticate': `Bearer ${documented}, scope="read"` });
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method = '' } = JSON.parse(body) as Message;
    if (id === undefined) return void response.writeHead(202).end();
    const result = results[method];
    if (result) return sendJson(response, 200, { jsonrpc: '2.0', id, result });
    return sendJson(response, 404, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown' } });
  };
  serve = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/mcp') return answer(request, response);
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return sendJson(response, 200, { resource: url, authorization_servers: [issuer] });
    return callback(request, response);
  };
  return {
    url,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
};
