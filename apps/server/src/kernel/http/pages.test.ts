import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPages } from './pages.ts';
import { securityHeaders } from './security-headers.ts';

let app: FastifyInstance;
let directory: string;
const script = `export const words = ${JSON.stringify('many words '.repeat(200))};`;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const page of ['index.html', 'chat.html'])
    await writeFile(
      join(directory, page),
      `<script nonce="NONCE-OF-THIS-REPLY" src="/a.js"></script><title>${page}</title>`,
    );
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'assets/words.js'), script);
  await writeFile(join(directory, 'assets/words.js.br'), brotliCompressSync(script));
  await writeFile(join(directory, 'assets/words.js.gz'), gzipSync(script));
  await writeFile(join(directory, 'widget.js'), script);
  await writeFile(join(directory, 'widget.js.br'), brotliCompressSync(script));
  await writeFile(join(directory, 'assets/dot.png'), 'a picture');
  await writeFile(join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = fastify();
  const always = securityHeaders({ publicUrl: undefined, orchestratorOrigin: undefined });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(always));
  const frontEnd = { orchestratorOrigin: undefined, supportEmail: undefined, analytics: true };
  await registerPages(app, directory, {
    links: { terms: undefined, privacy: undefined },
    frontEnd,
    frameButton: async (appId) => (appId === 'app_1' ? { color: '#1f58b8', label: 'Ask "Ada"' } : undefined),
    frameSites: async (appId) =>
      appId === 'app_1' ? ['https://shop.example', 'https://*.blog.example'] : [],
  });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const framesOf = async (url: string) => {
  const { headers, body } = await app.inject({ url });
  const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
  return { page: /<title>(.*)<\/title>/.exec(body)?.[1], ancestors, frames: headers['x-frame-options'] };
};

it('has a page of its own for a chat alone, which alone may stand in a frame of one of our own pages', async () => {
  const chat = { page: 'chat.html', ancestors: "'self'", frames: 'SAMEORIGIN' };
  expect(await framesOf('/chat/app_1?tenantId=ten_1')).toEqual(chat);
  const builder = { page: 'index.html', ancestors: "'none'", frames: 'DENY' };
  for (const url of ['/', '/knowledge-base', '/chatting', '/users', '/widget', '/apps/chat/app_1'])
    expect(await framesOf(url), url).toEqual(builder);
  expect(await framesOf('/api/none')).toMatchObject({ ancestors: "'none'", frames: 'DENY' });
});

it.each(['/', '/sign-in', '/chat/app_1', '/widget/app_1', '/user/sign-in'])(
  'allows the scripts and styles of one reply alone, by a nonce that no other reply has: %s',
  async (url) => {
    const nonceOf = async () => {
      const { headers, body } = await app.inject({ url });
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /<script nonce="([\w+/]{22}==)"/.exec(body) ?? [];
      expect(policy).toContain(`;script-src 'nonce-${nonce}';style-src 'nonce-${nonce}';`);
      return nonce;
    };
    expect(await nonceOf()).not.toBe(await nonceOf());
  },
);

it('serves the built pages under no address of their own, where they would have no nonce', async () => {
  for (const url of ['/index.html', '/chat.html'])
    expect((await app.inject({ url })).statusCode, url).toBe(404);
});

it('lets the sites of an app, and no others, show its widget in a frame', {
  tags: ['ROUTE-30'],
}, async () => {
  const widget = { page: 'chat.html', frames: undefined };
  const sites = "'self' https://shop.example https://*.blog.example";
  expect(await framesOf('/widget/app_1')).toEqual({ ...widget, ancestors: sites });
  expect(await framesOf('/widget/app_1/')).toEqual({ ...widget, ancestors: sites });
  expect(await framesOf('/widget/app_2?tenantId=ten_1')).toEqual({ ...widget, ancestors: "'self'" });
});

it('lets the configured host alone show the builder of flows in a frame, and no other screen', async () => {
  const host = 'https://flows.example.com';
  const embedding = fastify();
  const always = securityHeaders({ publicUrl: undefined, orchestratorOrigin: host });
  embedding.addHook('onRequest', async (_request, reply) => void reply.headers(always));
  await registerPages(embedding, directory, {
    links: { terms: undefined, privacy: undefined },
    frontEnd: { orchestratorOrigin: host, supportEmail: undefined, analytics: true },
    frameSites: () => Promise.resolve([]),
    frameButton: () => Promise.resolve(undefined),
  });
  const headersOf = async (url: string) => {
    const { headers } = await embedding.inject({ url });
    const policy = String(headers['content-security-policy']);
    return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers['x-frame-options']];
  };
  expect(await headersOf('/embed/flows')).toEqual([host, undefined]);
  expect(await headersOf('/embed/flows/flow_1')).toEqual([host, undefined]);
  for (const url of ['/flows/flow_1', '/embed/account', '/embed/flowsy', '/'])
    expect(await headersOf(url), url).toEqual(["'none'", 'DENY']);
  await embedding.close();
  expect(await framesOf('/embed/flows')).toMatchObject({ ancestors: "'none'", frames: 'DENY' });
});

it('lets other sites load the script of the widget, and no other file', async () => {
  const policyOf = async (url: string, encoding = 'identity') => {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
    return headers['cross-origin-resource-policy'];
  };
  expect(await policyOf('/widget.js')).toBe('cross-origin');
  expect(await policyOf('/widget.js', 'br')).toBe('cross-origin');
  expect(await policyOf('/assets/words.js', 'br')).toBe('same-origin');
  expect(await policyOf('/chat/app_1')).toBe('same-origin');
});

it('gives sites the script of the widget of one app, which knows its button', async () => {
  const { headers, body } = await app.inject({ url: '/widget/app_1.js' });
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
  });
  expect(body).toContain(JSON.stringify({ app: 'app_1', color: '#1f58b8', label: 'Ask "Ada"' }));
  expect(body.endsWith(script)).toBe(true);
  const unknown = await app.inject({ url: '/widget/app_2.js' });
  expect(unknown.body).toContain(JSON.stringify({ app: 'app_2' }));
  expect((await app.inject({ url: '/widget/app"_2.js' })).statusCode).toBe(404);
});

it('shows the screens and the chat of app users below /user, in no frame, and swallows no other path', {
  tags: ['ROUTE-27'],
}, async () => {
  const chat = { page: 'chat.html', ancestors: "'none'", frames: 'DENY' };
  for (const url of [
    '/user',
    '/user/chat?app=app_1',
    '/user/sign-in?app=app_1',
    '/user/sign-up',
    '/user/verify',
  ])
    expect(await framesOf(url), url).toEqual(chat);
  for (const url of ['/users', '/users/sign-in', '/user-guide'])
    expect((await framesOf(url)).page, url).toBe('index.html');
});

describe('an asset', () => {
  const get = async (url: string, encoding?: string) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
    const reply = await app.inject({ url, headers });
    const { 'content-encoding': sent, 'content-type': type, vary } = reply.headers;
    return { status: reply.statusCode, bytes: reply.rawPayload, sent, type, vary };
  };

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, undefined, (bytes: Buffer) => bytes],
    ['br;q=0, identity', undefined, (bytes: Buffer) => bytes],
  ])(
    'is sent to who accepts %s as %s, made at build time, and caches keep the kinds apart',
    async (accepted, sent, read) => {
      const reply = await get('/assets/words.js', accepted);
      expect(reply).toMatchObject({ status: 200, sent, vary: 'accept-encoding' });
      expect(reply.type).toContain('javascript');
      expect(read(reply.bytes).toString()).toBe(script);
    },
  );

  it('is sent as it is when the build did not compress it', async () => {
    const reply = await get('/assets/dot.png', 'br');
    expect(reply).toMatchObject({ status: 200, sent: undefined });
    expect(reply.bytes.toString()).toBe('a picture');
  });

  it.each(['/assets/words.js', '/favicon.svg', '/'])('of text names its character set: %s', async (url) => {
    expect((await get(url)).type).toMatch(/; charset=utf-8$/);
  });

  it('has no address for its compressed form alone', async () => {
    expect((await get('/assets/words.js.br')).status).toBe(404);
  });
});
