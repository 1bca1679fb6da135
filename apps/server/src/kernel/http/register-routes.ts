import { bodyLimitFor, type Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkInput } from '../base/check-input.ts';
import { cleanInput } from '../base/clean-text.ts';
import { AppError, fail } from '../base/errors.ts';
import { type AnyHandler, answered, type Routes } from '../module/module.ts';
import type { RateClass } from '../rate-limit/rate-limit.ts';
import { jsonTypes } from './bodies/read-body.ts';
import { createAnonymous, createCallContext } from './calls/call-context.ts';
import type { RouteParts } from './calls/route-parts.ts';
import { explainFailure, failure, success } from './envelope.ts';
import { checkAccess, checkForgery, checkTenant, isBoundToTenant, mayAccess } from './guard.ts';
import { failureBody } from './program-addresses.ts';
import { RequestExchange } from './request-exchange.ts';
import { admitSite, registerPreflights } from './sites.ts';

/** A tenant, and an address that many users share, may send this many times the requests of one user. */
const shared = 5;

/** Counts a request for its user or, signed out, for its address, and for the tenant or network that shares a limit with them. */
export const limitRate = (
  { rateLimiter }: Pick<RouteParts, 'rateLimiter'>,
  rateClass: RateClass,
  [caller, ...sharers]: readonly [string, ...string[]],
): void => {
  const count = (who: string, times: number): void => {
    const verdict = rateLimiter(who, rateClass, times);
    if (!verdict.allowed)
      throw new AppError('request.rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds });
  };
  // The user's own limit comes first: a request that it refuses does not use up the shared ones.
  count(caller, 1);
  for (const sharer of sharers) count(sharer, shared);
};

/**
 * True for an endpoint that does nothing before its first transaction, which can therefore verify the data that is remembered about the
 * caller. This holds for a GET that replies with JSON; other endpoints declare it in their contract.
 */
const provesLater = ({ method, reply, events, raw, beginsInTransaction }: Endpoint): boolean =>
  beginsInTransaction === true ||
  (method === 'GET' && reply !== undefined && events === undefined && raw === undefined);

/** Authenticates the request and checks access. A request is never refused because of remembered data alone. */
const identify = async (
  { parts: { authenticate, authenticateAppUser }, endpoint }: Pick<Route, 'parts' | 'endpoint'>,
  request: FastifyRequest,
  reply: FastifyReply,
  maySuppose: boolean,
): Promise<void> => {
  if ('appUser' in endpoint.access) {
    // A builder's session means nothing to these endpoints.
    const appUser = (await authenticateAppUser(request.headers)) ?? fail('auth.unauthenticated');
    if (appUser.setCookie !== undefined) reply.header('set-cookie', appUser.setCookie);
    request.appUser = appUser;
    return;
  }
  request.principal = await authenticate(request.headers, { maySuppose });
  if (request.principal?.supposed && !mayAccess({ endpoint, request }, request.principal))
    request.principal = await authenticate(request.headers);
  if (request.principal?.setCookies) reply.header('set-cookie', request.principal.setCookies);
  checkAccess({ endpoint, request }, request.principal);
};

/**
 * Returns who is counted for a request: the caller, and those who share a limit with them. Calls that anybody may make in order to guess
 * are counted by address, even with a session. The companies behind one address do not share the limit of calls that members make.
 */
const listCallers = (
  endpoint: Endpoint,
  { principal, appUser, ip }: FastifyRequest,
): readonly [string, ...string[]] => {
  if (endpoint.rate === 'auth')
    return principal && !('public' in endpoint.access) ? [principal.userId, principal.tenantId] : [ip];
  if (principal) return [principal.userId, principal.tenantId, ip];
  return appUser ? [appUser.appUserId, ip] : [ip];
};

/** Checks access, forgery and rate limits before a byte of the body is read. */
const checkRequest = async (
  parts: RouteParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  request.trail = { entries: 0 };
  await identify({ parts, endpoint }, request, reply, provesLater(endpoint));
  checkForgery({ endpoint, request, publicUrl: parts.services.config.server.publicUrl });
  limitRate(parts, endpoint.rate ?? 'default', listCallers(endpoint, request));
};

const parseRequest = (endpoint: Endpoint, request: FastifyRequest) => {
  const parse = (schema: Endpoint['body'], value: unknown): unknown => {
    if (!schema) return undefined;
    return checkInput(schema, cleanInput(value));
  };
  return {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: endpoint.multipart ? undefined : parse(endpoint.body, request.body ?? undefined),
  };
};

const mutates = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' &&
  ('allow' in endpoint.access || 'internal' in endpoint.access || 'signedIn' in endpoint.access) &&
  endpoint.unaudited === undefined;

type LooseHandler = (ctx: unknown, request: unknown, exchange: unknown) => Promise<unknown>;
const loosely = (handler: AnyHandler): LooseHandler => handler as unknown as LooseHandler;

interface Route {
  parts: RouteParts;
  endpoint: Endpoint;
  handler: LooseHandler;
}

const explain = (
  { mapError, services: { log } }: RouteParts,
  thrown: unknown,
  { id: requestId, raw }: FastifyRequest,
): AppError => explainFailure(thrown, { mapError, log, requestId, isAlone: raw.socket.destroyed });

const handle = async (route: Route, request: FastifyRequest, reply: FastifyReply) => {
  const { parts, endpoint, handler } = route;
  const { principal } = request;
  if (isBoundToTenant(endpoint)) checkTenant(principal ?? request.appUser, request.query, request.body);
  const input = parseRequest(endpoint, request);
  return handler(
    createCallContext(parts, endpoint, request),
    input,
    new RequestExchange(endpoint, {
      request,
      reply,
      hosts: parts.hosts,
      operator: parts.services.operator,
      streams: parts.services.streams,
      authenticate: parts.authenticate,
      createCallerContext: (now) => createAnonymous(parts, request, now),
      explain: (thrown) => explain(parts, thrown, request),
    }),
  );
};

/**
 * Handles the request. If the remembered data about the caller turns out to be outdated, the result is dropped, and the request is handled
 * once more with data from the database.
 */
const handleProved = async (route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
  const supposed = request.principal?.supposed;
  if (!supposed) return handle(route, request, reply);
  const [outcome] = await Promise.allSettled([handle(route, request, reply)]);
  if (!(await supposed.prove(route.parts.pool))) {
    await identify(route, request, reply, false);
    return handle(route, request, reply);
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};

const answer = async (route: Route, request: FastifyRequest, reply: FastifyReply) => {
  const { parts, endpoint } = route;
  const result = await handleProved(route, request, reply);
  if (parts.strictAudit && mutates(endpoint) && request.trail.entries === 0) {
    throw new Error(`${endpoint.method} ${endpoint.path} changed something and left no audit row`);
  }
  if (result === answered) return reply;
  return reply.send(success(request.id, endpoint.reply ? endpoint.reply.parse(result) : null));
};

/** True when only the body says whose sites may call the endpoint. */
const isKnownFromBody = ({ callableFrom }: Endpoint): boolean =>
  typeof callableFrom === 'object' && callableFrom.in === 'body';

const registerOne = (app: FastifyInstance, route: Route): void => {
  const { parts, endpoint } = route;
  const mayRunForHead = endpoint.acts === undefined && endpoint.events === undefined;
  const options = {
    url: endpoint.path,
    bodyLimit: bodyLimitFor(endpoint),
    config: { endpoint },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await admitSite(parts, endpoint, { request, reply });
      await checkRequest(parts, endpoint, request, reply);
    },
    ...(isKnownFromBody(endpoint) && {
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        await admitSite(parts, endpoint, { request, reply });
      },
    }),
  };
  app.route({
    ...options,
    method: endpoint.method,
    exposeHeadRoute: mayRunForHead,
    handler: (request, reply) => answer(route, request, reply),
  });
  if (endpoint.method === 'GET' && !mayRunForHead)
    app.route({ ...options, method: 'HEAD', handler: (_request, reply) => reply.send() });
};

/** A signature covers the bytes as they were sent, so these routes are registered where no parser changes them. */
const registerWithRawBody = (app: FastifyInstance, route: Route): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerOne(scope, route);
  });
};

/** The handler reads the body as it arrives, so that no parser touches it. */
const registerWithStream = (app: FastifyInstance, route: Route): void => {
  app.register(async (scope) => {
    // A form with files is read part by part.
    if (route.endpoint.multipart) scope.removeContentTypeParser([jsonTypes, 'text/plain']);
    else scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _bytes, done) => done(null));
    registerOne(scope, route);
  });
};

const registerBy = ({ streamedBody, rawBody }: Endpoint) => {
  if (streamedBody) return registerWithStream;
  return rawBody ? registerWithRawBody : registerOne;
};

/** Registers every endpoint of `routes`. Throws when an endpoint has no handler. */
export const registerRoutes = (app: FastifyInstance, parts: RouteParts, routes: readonly Routes[]): void => {
  registerPreflights(
    app,
    parts,
    routes.flatMap(({ contract }) => Object.values<Endpoint>(contract.endpoints)),
  );
  for (const { contract, handlers } of routes) {
    for (const [name, endpoint] of Object.entries(contract.endpoints)) {
      const handler = handlers[name];
      if (!handler) throw new Error(`${contract.name}.${name} has no handler`);
      registerBy(endpoint)(app, { parts, endpoint, handler: loosely(handler) });
    }
  }
};

/** Adds the size limit to the failure. */
const nameLimit = (error: AppError, limitBytes: number): AppError => {
  if (error.code !== 'request.too_large') return error;
  const kilobytes = Math.round(limitBytes / 1024);
  const most = kilobytes % 1024 === 0 ? `${kilobytes / 1024} MB` : `${kilobytes.toLocaleString('en')} KB`;
  const message = `The request is too large: at most ${most} can be sent here.`;
  return new AppError('request.too_large', { limitBytes }, { message });
};

/** The `Retry-After` in seconds when a part of the server is unavailable and nobody knows for how long. */
const usualWaitSeconds = 10;

/** Answers with the failure that a handler threw: as the envelope, or as the endpoint shapes its failures. */
export const registerErrors = (app: FastifyInstance, parts: RouteParts): void => {
  app.setErrorHandler((thrown, request, reply) => {
    const error = nameLimit(explain(parts, thrown, request), request.routeOptions.bodyLimit);
    const isBrief = error.status === 503 && !error.isLasting;
    const waitSeconds = error.retryAfterSeconds ?? (isBrief ? usualWaitSeconds : undefined);
    if (waitSeconds !== undefined) reply.header('retry-after', waitSeconds);
    // OpenAI's libraries repeat a call with such a status unless this header says that it is of no use.
    if (error.isLasting) reply.header('x-should-retry', 'false');
    // Programs learn from it that they have to send a key; the libraries of MCP insist on it.
    if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="Atelier"');
    return reply.status(error.status).send(failureBody(request, failure(request.id, error)));
  });
};
