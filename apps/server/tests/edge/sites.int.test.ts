import { apps } from '@atelier/contracts/assistants/apps';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { flowBed } from '../flow-bed.ts';
import { respondWith, webhookFlow } from '../flow-json.ts';
import { startTestServer, type TestServer } from '../harness.ts';

const shop = 'https://shop.example';
const tools = 'https://tools.example';
const elsewhere = 'https://elsewhere.example';

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

describe('a script of another site', () => {
  let server: TestServer;
  let owner: Client;
  let key: string;

  beforeAll(async () => {
    server = await startTestServer({ env: { CALLING_SITES: tools } });
    owner = (await server.signUp()).client;
    const made = (await (await owner.fetch('/api/content/get-api-key')).json()) as {
      responseData: { apiKey: string };
    };
    key = made.responseData.apiKey;
  });
  afterAll(() => server.close());

  /** Asks as a browser does before the call. Returns what the script may do. */
  const preflight = async (path: string, origin: string, method = 'POST') => {
    const { status, headers } = await fetch(server.origin + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    return {
      status,
      origin: headers.get('access-control-allow-origin'),
      methods: headers.get('access-control-allow-methods'),
      headers: headers.get('access-control-allow-headers'),
      credentials: headers.get('access-control-allow-credentials'),
    };
  };
  const refused = { status: 204, origin: null, methods: null, headers: null, credentials: null };

  /** Returns the origin that may read the answer. */
  const call = async (path: string, origin: string, init: Init = {}) => {
    const headers = { 'content-type': 'application/json', ...init.headers, origin };
    const response = await fetch(server.origin + path, { ...init, headers });
    await response.text();
    return [response.status, response.headers.get('access-control-allow-origin')];
  };

  it('calls /v1 and /mcp with a key only where the operator names its site', async () => {
    const authorization = { authorization: `Bearer ${key}` };
    for (const path of ['/v1/chat/completions', '/v1/models', '/mcp']) {
      expect(await preflight(path, tools), path).toMatchObject({
        ...{ status: 204, origin: tools, credentials: null },
        headers: 'authorization, content-type',
      });
      expect(await preflight(path, elsewhere), path).toEqual(refused);
    }
    expect(await call('/v1/models', tools, { headers: authorization })).toEqual([200, tools]);
    expect(await call('/v1/models', tools)).toEqual([401, tools]);
    expect(await call('/v1/models', elsewhere, { headers: authorization })).toEqual([200, null]);
    const initialize = {
      method: 'POST',
      headers: { ...authorization, accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'page', version: '1' },
        },
      }),
    };
    expect(await call('/mcp', tools, initialize)).toEqual([200, tools]);
    expect(await call('/mcp', elsewhere, initialize)).toEqual([403, null]);
  });

  it('calls a webhook only where its trigger names the site', async () => {
    const publish = async (callingSites: string) => {
      const flow = webhookFlow(`Flow ${crypto.randomUUID()}`, [respondWith('step_1', 'answered')], {
        callingSites,
      });
      const { flowId } = await owner.call(flows.endpoints.create, { body: flow });
      await owner.call(flows.endpoints.publish, { params: { id: flowId } });
      return `/api/orchestrator/webhooks/${flowId}/sync`;
    };
    const named = await publish(`${shop}, https://*.blog.example`);
    const post = { method: 'POST', body: '{}' };
    expect(await preflight(named, shop)).toEqual({
      ...{ status: 204, origin: shop, credentials: null },
      methods: 'GET, POST, PUT, PATCH, DELETE',
      headers: 'authorization, content-type',
    });
    expect(await call(named, shop, post)).toEqual([200, shop]);
    expect(await call(named, 'https://ada.blog.example', post)).toEqual([200, 'https://ada.blog.example']);
    for (const origin of [elsewhere, 'https://blog.example', 'http://shop.example', `${shop}.evil.example`]) {
      expect(await preflight(named, origin), origin).toEqual(refused);
      expect((await call(named, origin, post))[1], origin).toBeNull();
    }
    const open = await publish('*');
    expect(await call(open, elsewhere, post)).toEqual([200, elsewhere]);
    const silent = await flowBed(server, owner).publish([respondWith('step_1', 'answered')]);
    expect(await preflight(`/api/orchestrator/webhooks/${silent}/sync`, shop)).toEqual(refused);
  });

  it('asks a public app only where the app names the site', async () => {
    const { appId } = await owner.call(apps.endpoints.create, {
      body: { name: 'Open', access: 'PUBLIC', allowedSites: [shop] },
    });
    expect(await preflight('/api/content/query', shop)).toMatchObject({ origin: shop, methods: 'POST' });
    expect(await preflight('/api/content/query', elsewhere)).toEqual(refused);
    const ask = { method: 'POST', body: JSON.stringify({ appId, query: 'What?' }) };
    const [, readBy] = await call('/api/content/query', shop, ask);
    expect(readBy).toBe(shop);
    expect((await call('/api/content/query', elsewhere, ask))[1]).toBeNull();
  });

  it('may call nothing else', async () => {
    const { status, headers } = await fetch(`${server.origin}/api/content/apps`, {
      method: 'OPTIONS',
      headers: { origin: tools, 'access-control-request-method': 'GET' },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });
});
