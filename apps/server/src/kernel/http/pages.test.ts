import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerPages } from './pages.ts';
import { securityHeaders } from './security-headers.ts';

let app: FastifyInstance;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const page of ['index.html', 'chat.html'])
    await writeFile(join(directory, page), `<title>${page}</title>`);
  app = fastify();
  const always = securityHeaders({ publicUrl: undefined, orchestratorOrigin: undefined });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(always));
  const frontEnd = { orchestratorOrigin: undefined, supportEmail: undefined, analytics: true };
  await registerPages(app, directory, { links: { terms: undefined, privacy: undefined }, frontEnd });
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

it('lets only the chat page stand in a frame, and only in one of our own pages', async () => {
  const chat = { page: 'chat.html', ancestors: "'self'", frames: 'SAMEORIGIN' };
  expect(await framesOf('/chat/app_1?tenantId=ten_1')).toEqual(chat);
  const builder = { page: 'index.html', ancestors: "'none'", frames: 'DENY' };
  for (const url of ['/', '/knowledge-base', '/chatting', '/apps/chat/app_1'])
    expect(await framesOf(url), url).toEqual(builder);
  expect(await framesOf('/api/none')).toMatchObject({ ancestors: "'none'", frames: 'DENY' });
});
