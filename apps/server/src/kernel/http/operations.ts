import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { contracts } from '@atelier/contracts';
import fastifyStatic from '@fastify/static';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { withoutTenant } from '../db/transaction/with-tenant.ts';
import { callerKey } from '../rate-limit/rate-limit.ts';
import { isSameSecret } from '../secrets/secrets.ts';
import type { RouteParts } from './calls/route-parts.ts';
import { describeApi } from './description/describe-api.ts';
import { success } from './envelope.ts';
import { isLocalProgram } from './hosts.ts';
import { limitRate } from './register-routes.ts';

interface Described {
  plain: Buffer;
  zipped: Buffer;
  etag: string;
}

const describe = async (version: string): Promise<Described> => {
  const plain = Buffer.from(JSON.stringify(describeApi(Object.values(contracts), version)));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { plain, zipped: await promisify(gzip)(plain), etag };
};

/** Returns the handler that sends the description of the API. The description is rendered and compressed once. */
const sendApiDescription = (version: string) => {
  let described: Promise<Described> | undefined;
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    described ??= describe(version);
    const { plain, zipped, etag } = await described;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    reply.type('application/json; charset=utf-8');
    const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  };
};

const ready = async ({ pool }: RouteParts): Promise<void> => {
  await withoutTenant(pool, (db) => db.execute(sql`select 1 from events limit 1`)).catch((error: unknown) => {
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
