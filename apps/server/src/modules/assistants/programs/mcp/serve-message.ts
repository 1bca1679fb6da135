import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  INVALID_PARAMS,
  isLegacyRequest,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { buildServer } from './build-server.ts';
import { openSession, requireSession } from './sessions.ts';
import { listTools } from './tools.ts';

type Shape = (typeof specTypeSchemas)[keyof typeof specTypeSchemas];
type Shapes = ReadonlyMap<unknown, Shape>;

/** The methods for which the official library reports a fault of the server where parameters do not fit. It checks those of tools itself. */
const shapes: Record<'first' | 'second', Shapes> = {
  first: new Map<unknown, Shape>([
    ['initialize', specTypeSchemas.InitializeRequest],
    ['ping', specTypeSchemas.PingRequest],
    ['tools/list', specTypeSchemas.ListToolsRequest],
  ]),
  second: new Map<unknown, Shape>([
    ['server/discover', specTypeSchemas.DiscoverRequest],
    ['tools/list', specTypeSchemas.ListToolsRequest],
  ]),
};

type Path = readonly (PropertyKey | { key: PropertyKey })[];

const namesIn = (path: Path = []): string[] =>
  path.map((part) => String(typeof part === 'object' ? part.key : part));

const refusalOfOne = (message: unknown, known: Shapes) => {
  const { id, method } = Object(message) as { id?: unknown; method?: unknown };
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const checked = known.get(method)?.['~standard'].validate(message);
  if (checked === undefined || !('issues' in checked) || !checked.issues) return undefined;
  // The library knows better than the shapes what each revision demands of `_meta`.
  const issue = checked.issues.find(({ path }) => namesIn(path)[1] !== '_meta');
  if (issue === undefined) return undefined;
  const text = `${namesIn(issue.path).join('.')}: ${issue.message}`;
  return { jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message: text } };
};

/** Returns the error of JSON-RPC that names the first parameter which does not fit, or undefined where all do. */
const findRefusal = (body: unknown, isLegacy: boolean) =>
  [body]
    .flat()
    .map((message: unknown) => refusalOfOne(message, isLegacy ? shapes.first : shapes.second))
    .find((refusal) => refusal !== undefined);

/** Refuses pages of other sites, which reach a server of this machine through a name that they control. */
export const checkOrigin = (
  { services }: Pick<Ctx, 'services'>,
  { headers, origin }: Pick<Exchange, 'headers' | 'origin'>,
): void => {
  if (headers.origin === undefined || services.config.server.callingSites.includes(headers.origin)) return;
  const host = URL.parse(headers.origin)?.host;
  // The kernel has checked that the request names a host of this server.
  if (host !== headers.host && host !== new URL(origin).host) fail('mcp.foreign_origin');
};

/** Returns the request as the official library takes it. The body is handed over parsed. */
const buildRequest = ({ headers, origin, signal }: Exchange): Request => {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
  copied.delete('authorization');
  return new Request(`${origin}/mcp`, { method: 'POST', headers: copied, signal });
};

const type = 'application/json';

/** The methods whose answers can be streams. */
const held: ReadonlySet<unknown> = new Set(['tools/call', 'subscriptions/listen']);

const readMethod = (message: unknown): unknown => Reflect.get(Object(message) as object, 'method');

/** The methods of a message, or of the several that revision 2025-03-26 allows in one request. */
const methodsIn = (body: unknown): ReadonlySet<unknown> => new Set([body].flat().map(readMethod));

const send = (
  exchange: Exchange,
  response: Response,
  more: Record<string, string>,
): Promise<AlreadyAnswered> => {
  const { 'content-type': sent = type, ...headers } = Object.fromEntries(response.headers);
  return exchange.sendRaw({
    status: response.status,
    type: sent,
    headers: { ...headers, 'cache-control': 'no-store', ...more },
    body: response.body ? Readable.fromWeb(response.body as ReadableStream) : '',
  });
};

/**
 * Answers one message. A request of revision 2026-07-28 says itself what it needs; one of 2025-11-25 belongs to a session, which is stored,
 * so that any server process can answer it.
 */
export const serveMessage = async (ctx: Ctx, body: unknown, exchange: Exchange): Promise<AlreadyAnswered> => {
  checkOrigin(ctx, exchange);
  const request = buildRequest(exchange);
  const methods = methodsIn(body);
  const isLegacy = await isLegacyRequest(request, body);
  const opensSession = isLegacy && methods.has('initialize');
  if (isLegacy && !opensSession) await requireSession(ctx, exchange.headers);
  const refusal = findRefusal(body, isLegacy);
  if (refusal !== undefined) return exchange.sendRaw({ type, body: JSON.stringify(refusal) });
  if (!methods.isDisjointFrom(held))
    exchange.holdStream(ctx.tenantId, async ({ own }) => own?.may('chat:use') ?? false);
  const needsTools = methods.has('tools/list') || methods.has('tools/call');
  const tools = needsTools ? await listTools(ctx) : [];
  const handler = createMcpHandler(() => buildServer({ ctx, exchange, tools }), {
    onerror: (error) =>
      ctx.log.debug({ err: error, requestId: ctx.requestId }, 'a message of MCP was refused'),
  });
  const response = await handler.fetch(request, { parsedBody: body });
  const session = opensSession && response.ok ? { 'mcp-session-id': await openSession(ctx) } : undefined;
  return send(exchange, response, { ...session });
};
