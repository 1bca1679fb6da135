import { STATUS_CODES } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { publicBodyLimit } from '@atelier/contracts/kernel/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { AppError, fail } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { decodeText } from './bodies/decode-text.ts';
import {
  checkJson,
  jsonTypes,
  mostPublicValues,
  mostValues,
  readJsonText,
  readQuery,
} from './bodies/read-body.ts';
import { unpackBody } from './bodies/unpack-body.ts';
import type { RouteParts } from './calls/route-parts.ts';
import {
  checkMs,
  finishBodies,
  finishBody,
  headersTimeoutMs,
  limitBodies,
  limitConnections,
} from './connections/connection-limits.ts';
import { failure } from './envelope.ts';
import { failureBody } from './program-addresses.ts';
import { registerErrors } from './register-routes.ts';
import { securityHeaders } from './security-headers.ts';

const statusOf = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * Answers bytes that are not HTTP, or that two programs could read as different requests, and closes the connection, because nobody can
 * tell where the next request begins. Node calls it in place of the server, so it writes the headers of every reply itself.
 */
const refuseUnreadable =
  (always: Record<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statusOf.get(error.code ?? '') ?? 400;
    const envelope = { ...failure(newId('req'), new AppError('request.unreadable')), responseCode: status };
    const body = JSON.stringify(envelope);
    const headers = {
      ...always,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };

/** The values of `Sec-Fetch-Dest` for code that browsers run: scripts, styles, workers and manifests (Fetch standard). */
const codeDestinations = new Set([
  'audioworklet',
  'manifest',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]);

/** Addresses that answer with data, much of which customers write. The description of the API has pages and scripts of our own. */
const dataPath = /^\/(?:api(?!\/docs(?:\/|$))|v1|mcp)(?:\/|$)/;

/**
 * Refuses to serve data as code. Pages may run scripts of this origin, and customers decide what some addresses answer, so that no such
 * answer may become a script, a style or a worker, whatever type it claims.
 */
const refuseAsCode = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers, url }) => {
    const { 'sec-fetch-dest': destination } = headers;
    const [path = ''] = url.split('?', 1);
    if (typeof destination === 'string' && codeDestinations.has(destination) && dataPath.test(path))
      fail('request.not_code');
  });
};

type TrustProxy = Config['server']['trustProxy'];
/** Says whether the forwarding headers of an address are trusted; the address that connects to us is hop 0. */
type Trust = (address: string, hop: number) => boolean;

const detectFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const inList = (addresses: readonly string[]): Trust => {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) list.addAddress(address, detectFamily(address));
    else list.addSubnet(address, Number(bits), detectFamily(address));
  }
  return (address) => list.check(address, detectFamily(address));
};

/** Returns the addresses whose `X-Forwarded-*` headers are trusted; `false` means none. */
export const compileTrust = (proxies: TrustProxy): Trust | false => {
  if (typeof proxies === 'boolean') return proxies && (() => true);
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : inList(proxies);
};

const comesForwarded = (headers: Record<string, unknown>): boolean =>
  ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].some((name) => headers[name] !== undefined);

/**
 * Warns the operator, once, of a proxy whose headers are not trusted: all its visitors count as one address then. A trusted proxy that
 * sends no headers cannot be recognised.
 */
const tellOfUnknownProxy = (app: FastifyInstance, proxies: TrustProxy, log: Log): void => {
  const trust = compileTrust(proxies);
  let isTold = false;
  app.addHook('onRequest', async ({ headers, socket }) => {
    const peer = socket.remoteAddress;
    if (isTold || peer === undefined || !comesForwarded(headers) || (trust && trust(peer, 0))) return;
    isTold = true;
    const address = peer.replace(/^::ffff:/, '');
    log.warn(
      { peer: address },
      `X-Forwarded headers came from ${address}, which TRUST_PROXY does not cover, so they were ignored and everybody behind that address shares its limits; if it is your proxy, set TRUST_PROXY=${[...(Array.isArray(proxies) ? proxies : []), address].join(',')}.`,
    );
  });
};

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
