import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { failure } from './envelope.ts';

/** Paths of the small bundle for visitors (ROUTE-26 to ROUTE-30); every other page is the builder's. */
const visitorPath = /^\/(chat|widget)(\/|$)/;
const apiPath = /^\/(api|v1|mcp)(\/|$)/;
const year = 31_536_000;

/** Serves the built front end: hashed assets for a year, pages never cached. The front end owns all other paths. */
export const registerPages = async (
  app: FastifyInstance,
  directory: string,
  links: { terms?: string | undefined; privacy?: string | undefined },
): Promise<void> => {
  if (links.terms) app.get('/terms', (_request, reply) => reply.redirect(links.terms as string));
  if (links.privacy) app.get('/privacy', (_request, reply) => reply.redirect(links.privacy as string));
  const hasPages = existsSync(join(directory, 'index.html'));
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: directory,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage =
      hasPages &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !apiPath.test(path) &&
      !/\.\w{2,5}$/.test(path);
    if (wantsPage)
      return reply
        .header('cache-control', 'no-cache')
        .sendFile(visitorPath.test(path) ? 'chat.html' : 'index.html');
    const error = new AppError('request.not_found');
    return reply.status(error.status).send(failure(request.id, error));
  });
};
