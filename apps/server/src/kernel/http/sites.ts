import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteParts } from './calls/route-parts.ts';
import { findFrameSites, hasObjectOfSites } from './public-objects.ts';

/** The headers of an answer that scripts may read. */
const shownHeaders = 'mcp-session-id, retry-after, x-request-id';
const preflightSeconds = 600;

/** Returns all ways in which a list of sites may name an origin: itself, the domains above it, as in `https://*.example.com`, or `*`. */
export const namesOfSite = (origin: string): string[] => {
  const [scheme = '', host = ''] = origin.split('//');
  const above = host.split('.').flatMap((_part, index, parts) => parts.slice(index + 1).join('.') || []);
  return [origin, ...above.map((domain) => `${scheme}//*.${domain}`), '*'];
};

/** Returns the id of the object whose sites count; undefined when the request does not say it. */
const readObjectId = ({ callableFrom }: Endpoint, request: FastifyRequest): string | undefined => {
  if (callableFrom === undefined || callableFrom === 'OPERATOR_SITES') return undefined;
  const id: unknown = Reflect.get(Object(request[callableFrom.in]) as object, callableFrom.sitesOf);
  return typeof id === 'string' ? id : undefined;
};

const isAdmitted = async (
  { pool, services }: RouteParts,
  endpoint: Endpoint,
  { request, names }: { request: FastifyRequest; names: string[] },
): Promise<boolean> => {
  if (endpoint.callableFrom === 'OPERATOR_SITES')
    return services.config.server.callingSites.some((site) => names.includes(site));
  const id = readObjectId(endpoint, request);
  // The preflight of a question has no body. Its answer decides who can read it. Only flows, whose address says their id, may name all sites.
  if (id === undefined)
    return (
      request.method === 'OPTIONS' &&
      hasObjectOfSites(
        pool,
        names.filter((name) => name !== '*'),
      )
    );
  return (await findFrameSites(pool, id)).some((site) => names.includes(site));
};

/**
 * Lets the script of another site read the answer, when the endpoint may be called from there and the request says by now whose sites count.
 * Cookies are never part of it. Returns whether the script may.
 */
export const admitSite = async (
  parts: RouteParts,
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<boolean> => {
  const { origin } = request.headers;
  if (endpoint.callableFrom === undefined || origin === undefined || origin === 'null') return false;
  // Our own pages state their origin too, and ask no permission of anybody.
  if (origin === parts.hosts.originFor(request)) return false;
  const admitted = await isAdmitted(parts, endpoint, { request, names: namesOfSite(origin) });
  if (admitted)
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': shownHeaders,
      vary: 'origin',
    });
  return admitted;
};

/** Answers the questions that browsers ask before a script of another site calls one of the endpoints. */
export const registerPreflights = (
  app: FastifyInstance,
  parts: RouteParts,
  endpoints: readonly Endpoint[],
): void => {
  const callable = endpoints.filter(({ callableFrom }) => callableFrom !== undefined);
  for (const [path, atPath = []] of Map.groupBy(callable, (endpoint) => endpoint.path)) {
    const [endpoint] = atPath;
    if (!endpoint) continue;
    const methods = atPath.map(({ method }) => method).join(', ');
    app.options(path, async (request, reply) => {
      if (await admitSite(parts, endpoint, { request, reply }))
        reply.headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
          'access-control-max-age': preflightSeconds,
        });
      return reply.status(204).header('allow', `${methods}, OPTIONS`).send();
    });
  }
};
