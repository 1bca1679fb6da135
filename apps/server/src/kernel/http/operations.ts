import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../base/errors.ts';
import { globally } from '../context/context.ts';
import { callerKey } from '../rate-limit/rate-limit.ts';
import { isSameSecret } from '../secrets/secrets.ts';
import type { RouteParts } from './calls/route-parts.ts';
import { sendApiDescription } from './description/api-description.ts';
import { success } from './envelope.ts';
import { isLocalProgram } from './is-local-program.ts';
import { limitRate } from './register-routes.ts';

const ready = async ({ pool }: RouteParts): Promise<void> => {
  await globally(pool, (db) => db.execute(sql`select 1 from events limit 1`)).catch((error: unknown) => {
    throw new AppError('server.unavailable', { database: 'unreachable' }, { cause: error });
  });
};

const docsPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Atelier API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head><body><div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
const docsScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true });`;

/** Registers the endpoints that no contract describes: health, readiness, metrics and the description of the API. */
export const registerOperations = async (
  app: FastifyInstance,
  parts: RouteParts,
  version: string,
): Promise<void> => {
  const { config, metrics, operator } = parts.services;

  app.get('/api/health', async (request) => success(request.id, { status: 'up', version }));
  app.get('/api/ready', async (request) => {
    await ready(parts);
    return success(request.id, { status: 'ready' });
  });
  app.get('/api/metrics', async (request, reply) => {
    const { token } = config.metrics;
    // Without a token the metrics are only for programs on this machine, and with `PUBLIC_URL` for nobody.
    const allowed = token
      ? isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
      : operator !== undefined && (operator.isHolder(request.headers.cookie) || isLocalProgram(request));
    if (!allowed) throw new AppError('auth.unauthenticated');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.render());
  });
  await app.register((scope) => registerDocs(scope, parts, version));
};

const registerDocs = async (app: FastifyInstance, parts: RouteParts, version: string): Promise<void> => {
  app.addHook('onRequest', async ({ ip }) => limitRate(parts, 'default', [ip]));
  app.get(
    '/api/openapi.json',
    // It is a thousand times as large as other answers, so it counts like a sign-in, besides the other requests.
    { onRequest: async ({ ip }) => limitRate(parts, 'auth', [`the description to ${callerKey(ip)}`]) },
    sendApiDescription(version),
  );
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    index: false,
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage));
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(docsScript),
  );
};
