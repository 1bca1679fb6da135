import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { failure } from './envelope.ts';
import { chatPageHeaders } from './security-headers.ts';

/** The small bundle for visitors (ROUTE-28); every other page is the builder's. */
const chatPath = /^\/chat(\/|$)/;
const apiPath = /^\/(api|v1|mcp)(\/|$)/;
const year = 31_536_000;

/**
 * The builder's page with what it has to know before its first call; an origin needs no escaping. Read each time, so that
 * a new build is found by pages that are open.
 */
const builderPage = async (
  path: string,
  { orchestratorOrigin, analytics }: Config['frontEnd'],
): Promise<string> => {
  const page = await readFile(path, 'utf8');
  const settings = {
    ...(orchestratorOrigin === undefined ? {} : { 'orchestrator-origin': orchestratorOrigin }),
    ...(analytics ? {} : { analytics: 'off' }),
  };
  const head = Object.entries(settings).map(
    ([name, content]) => `<meta name="${name}" content="${content}" />\n    `,
  );
  return page.replace('<title>', `${head.join('')}<title>`);
};

/** Serves the built front end: hashed assets for a year, pages never cached. The front end owns all other paths. */
export const registerPages = async (
  app: FastifyInstance,
  directory: string,
  { links, frontEnd }: Pick<Config, 'links' | 'frontEnd'>,
): Promise<void> => {
  if (links.terms) app.get('/terms', (_request, reply) => reply.redirect(links.terms as string));
  if (links.privacy) app.get('/privacy', (_request, reply) => reply.redirect(links.privacy as string));
  const pagePath = join(directory, 'index.html');
  const hasPages = existsSync(pagePath);
  const ofChatPage = chatPageHeaders(frontEnd.orchestratorOrigin);
  let page = hasPages ? await builderPage(pagePath, frontEnd) : '';
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: directory,
      index: false,
      wildcard: false,
      cacheControl: false,
      // The build lays `x.js.br` and `x.js.gz` beside `x.js`; nobody asks for them by name.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('vary', 'accept-encoding');
        // The one kind of text to which the library adds no character set.
        if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8');
        reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage =
      hasPages &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !apiPath.test(path) &&
      !/\.\w{2,5}$/.test(path);
    if (wantsPage) {
      reply.header('cache-control', 'no-cache');
      if (chatPath.test(path)) return reply.headers(ofChatPage).sendFile('chat.html');
      // While a new build is being written, the page of the last one.
      page = await builderPage(pagePath, frontEnd).catch(() => page);
      return reply.type('text/html; charset=utf-8').send(page);
    }
    const error = new AppError('request.not_found');
    return reply.status(error.status).send(failure(request.id, error));
  });
};
