import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

/** A program that would sign its user in by OAuth. */
const provider: OAuthClientProvider = {
  redirectUrl: 'http://127.0.0.1:9/callback',
  clientMetadata: { redirect_uris: ['http://127.0.0.1:9/callback'] },
  clientInformation: () => undefined,
  saveClientInformation: () => undefined,
  tokens: () => undefined,
  saveTokens: () => undefined,
  redirectToAuthorization: () => undefined,
  saveCodeVerifier: () => undefined,
  codeVerifier: () => '',
};

describe('an address for programs', () => {
  let pages: string;
  let server: TestServer;

  beforeAll(async () => {
    pages = await mkdtemp(join(tmpdir(), 'atelier-pages-'));
    for (const name of ['index.html', 'chat.html', 'widget.js'])
      await writeFile(join(pages, name), `<!doctype html><title>${name}</title>`);
    server = await startTestServer({ pagesDirectory: pages });
  });
  afterAll(async () => {
    await server.close();
    await rm(pages, { recursive: true });
  });

  const read = async (path: string, method: string) => {
    const response = await fetch(server.origin + path, { method, headers: { accept: 'text/html' } });
    const type = response.headers.get('content-type');
    return { status: response.status, type, body: (await response.json()) as Record<string, unknown> };
  };
  const isJson = { status: 404, type: 'application/json; charset=utf-8' };

  it.each([
    '/api',
    '/api/nothing',
    '/API/nothing',
    '//api/nothing',
    '/%61pi/nothing',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ])('%s, at which nothing is, is answered with our envelope, never with a page', async (path) => {
    for (const method of ['GET', 'POST'])
      expect(await read(path, method)).toMatchObject({ ...isJson, body: { code: 'request.not_found' } });
  });

  it('below /v1 and /mcp, at which nothing is, is answered as the protocol there writes failures', async () => {
    const missing = 'There is nothing at this address.';
    for (const method of ['GET', 'POST']) {
      const failed = { message: missing, type: 'not_found_error', code: 'request.not_found' };
      expect(await read('/v1/embeddings', method)).toMatchObject({ ...isJson, body: { error: failed } });
      expect(await read('/v1/files/%zz', method)).toMatchObject({ ...isJson, body: { error: failed } });
      expect(await read('/mcp/nothing', method)).toMatchObject({
        ...isJson,
        body: { jsonrpc: '2.0', error: { message: missing } },
      });
    }
    const page = await fetch(`${server.origin}/flows`);
    expect(await page.text()).toContain('<title>index.html</title>');
  });

  it('asks for a key in the way of HTTP', async () => {
    for (const [path, method] of [
      ['/mcp', 'POST'],
      ['/v1/models', 'GET'],
      ['/api/content/apps', 'GET'],
    ] as const) {
      const { status, headers } = await fetch(server.origin + path, { method });
      expect([status, headers.get('www-authenticate')], path).toEqual([401, 'Bearer realm="Atelier"']);
    }
  });

  it('tells an MCP client that would sign in by OAuth that there is nothing of the kind', async () => {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.origin), {
      authProvider: provider,
    });
    const failed = await new McpClient({ name: 'test', version: '1' })
      .connect(transport as Parameters<McpClient['connect']>[0])
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(String(failed)).toMatch(/^ServerError: HTTP 404: [^]*There is nothing at this address\./);
  });
});
