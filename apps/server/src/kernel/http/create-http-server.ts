import { publicBodyLimit } from '@atelier/contracts/kernel/contract';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { checkJson, mostPublicValues, mostValues } from './bodies/check-json.ts';
import { decodeText } from './bodies/decode-text.ts';
import { readQuery } from './bodies/read-form.ts';
import { jsonTypes, readJsonText } from './bodies/read-json-text.ts';
import { unpackBody } from './bodies/unpack-body.ts';
import type { RouteParts } from './calls/route-parts.ts';
import { checkMs, headersTimeoutMs, limitBodies, limitConnections } from './connections/connection-limits.ts';
import { finishBodies, finishBody } from './connections/finish-bodies.ts';
import { compileTrust, tellOfUnknownProxy } from './connections/trust-proxy.ts';
import { failure } from './envelope.ts';
import { failureBody } from './program-addresses.ts';
import { refuseAsCode } from './refuse-as-code.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { registerErrors } from './register-routes.ts';
import { securityHeaders } from './security-headers.ts';

/** Characters of one part of a path. The longest are the tokens of approvals: they hold three ids and the name of a step. */
const maxPathLength = 600;
const jsonType = 'application/json; charset=utf-8';
const probes = new Set(['/api/health', '/api/ready']);

const logRequests = (app: FastifyInstance, { services }: RouteParts): void => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1000;
    services.metrics.observeRequest({ method: request.method, route, status: reply.statusCode, seconds });
    services.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        tenant: (request.principal ?? request.appUser)?.tenantId,
        user: request.principal?.userId ?? request.appUser?.appUserId,
      },
      'request',
    );
  });
};

/** Reads JSON in every encoding, with all digits of its numbers, and refuses what would take long to parse. */
const readJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    jsonTypes,
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, bytes: Buffer) => {
      const { bodyLimit } = routeOptions;
      const unpacked = await unpackBody(bytes, headers['content-encoding'], bodyLimit);
      const body = decodeText(unpacked, headers['content-type'] ?? '');
      const allowed = routeOptions.config.endpoint?.largeBody?.json;
      if (allowed) checkJson(body, allowed.mostValues, allowed.mostDepth);
      else checkJson(body, bodyLimit === publicBodyLimit ? mostPublicValues : mostValues);
      return readJsonText(body);
    },
  );
};

/** Returns the headers that every reply starts with. Nothing is cached unless the handler says for how long. */
const commonHeaders = ({ server, frontEnd }: RouteParts['services']['config']): Record<string, string> => ({
  ...securityHeaders({ publicUrl: server.publicUrl, orchestratorOrigin: frontEnd.orchestratorOrigin }),
  'cache-control': 'no-store',
});

/** Creates a Fastify server with limits, security headers, one error mapping and one log line per request; it has no routes yet. */
export const createHttpServer = async (parts: RouteParts): Promise<FastifyInstance> => {
  const { config } = parts.services;
  const always = commonHeaders(config);
  const app = fastify({
    logger: false,
    trustProxy: compileTrust(config.server.trustProxy),
    genReqId: () => newId('req'),
    forceCloseConnections: true,
    // Node's own check of the host is off, because its answer has no headers. Requests without a host are refused below.
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: checkMs,
      requireHostHeader: false,
    },
    clientErrorHandler: refuseUnreadable(always),
    // The router itself refuses some paths, such as broken escapes or an id of a thousand letters. Those requests are answered as not
    // found.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      const missing = new AppError('request.not_found');
      void reply.status(missing.status).headers({ ...always, 'content-type': jsonType });
      // No hook sees these requests.
      void reply.send(
        finishBody(request, reply, JSON.stringify(failureBody(request, failure(request.id, missing)))),
      );
    },
    routerOptions: { maxParamLength: maxPathLength, querystringParser: readQuery },
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('appUser', null);
  readJson(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    // Load balancers probe the server by its IP address; only the probes answer them.
    if (!parts.hosts.isOurs(request) && !probes.has(request.url)) throw new AppError('request.unknown_host');
  });
  refuseAsCode(app);
  tellOfUnknownProxy(app, config.server.trustProxy, parts.services.log);
  limitConnections(app, {
    perAddress: config.connections.perAddress,
    isBehindProxy: config.server.trustProxy !== false,
  });
  limitBodies(app);
  finishBodies(app);
  await app.register(multipart, {
    limits: {
      fileSize: config.server.maxUploadBytes,
      // The limit is one more than any feature allows, so that the feature can explain its own limit.
      files: 1001,
      fields: 50,
      parts: 1051,
      fieldSize: 64 * 1024,
      headerPairs: 100,
    },
    throwFileSizeLimit: false,
  });
  registerErrors(app, parts);
  logRequests(app, parts);
  return app;
};
