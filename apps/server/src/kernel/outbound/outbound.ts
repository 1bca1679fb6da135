import { type Dispatcher, type Response as UndiciResponse, fetch as undiciFetch } from 'undici';
import { type AddressCheck, type CheckedAddress, createAddressCheck, type Resolve } from './address-check.ts';
import { createAgent, createProxyAgent } from './agents.ts';
import { createResponse, exchangeDirectly, isDirect } from './direct-exchange.ts';
import { OutboundError, outboundFailure, watchBody } from './outbound-error.ts';
import { type Hop, nextHop, parseAddress, portFor } from './redirects.ts';

export type { CheckedAddress } from './address-check.ts';
export { neverCalled, OutboundError, type OutboundFailure, outboundFailure } from './outbound-error.ts';

/** A request as for WHATWG fetch, with limits of its own. */
export type OutboundRequest = RequestInit & {
  /** The largest decoded body in bytes. */
  maxBytes?: number;
  /** The longest time from the call to the last byte, in milliseconds. */
  timeoutMs?: number;
  /** The longest wait for the headers of the answer in milliseconds, where the default is too short. */
  headMs?: number;
  /** The longest wait between two pieces of the body in milliseconds, where the default is too short. */
  pauseMs?: number;
};

export type OutboundOptions = {
  /** Hosts, addresses and ranges that are permitted although they are not public, each with an optional `:port`. */
  allow?: readonly string[];
  /** Default 50 MB. */
  maxBytes?: number;
  /** Default ten minutes, from the call to the last byte. */
  timeoutMs?: number;
  /** The longest wait for the headers of the answer, and between two pieces of its body. Default one minute. */
  idleMs?: number;
  /** Resolves host names. Default: the resolver of the system. */
  resolve?: Resolve;
  /** A proxy of the operator that all requests pass through. It resolves the names of hosts, so only literal addresses are checked. */
  proxy?: string;
};

/** The client for all requests to outside addresses. The server has no other. */
export type Outbound = {
  /**
   * WHATWG fetch with checked addresses, checked redirects (at most five) and limits; bodies are streamed.
   * @throws OutboundError `outbound.blocked | timeout | too_large | unreachable`, also while the body is read; an abort by the caller is
   * thrown as it is
   */
  fetch(input: string | URL | Request, init?: OutboundRequest): Promise<Response>;
  /** For protocols other than HTTP (databases, mail): connect to the address that this returns. @throws OutboundError */
  checkAddress(host: string, port: number): Promise<CheckedAddress>;
  /** Returns a client that may also reach these addresses, which the operator configured for one use. */
  permitting(...urls: string[]): Outbound;
  /** Returns a client whose requests pass through a proxy that the operator configured for one use. */
  through(proxy: string): Outbound;
  close(): Promise<void>;
};

const MAX_REDIRECTS = 5;

const defaults = { maxBytes: 50 * 1024 * 1024, timeoutMs: 600_000, idleMs: 60_000 };

/** Returns the entry for `allow` that permits the host and port of one configured address. */
export const addressOfUrl = (address: string): string => {
  const url = new URL(address);
  return `${url.hostname}:${portFor(url)}`;
};

/** The classes of undici differ from the global ones, so bodies are passed on as bytes. */
const encodeBody = async (body: NonNullable<RequestInit['body']>, headers: Headers): Promise<Hop['body']> => {
  if (body instanceof ReadableStream || (typeof body === 'object' && Symbol.asyncIterator in body))
    return { stream: body };
  if (typeof body === 'string') {
    if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8');
    return body;
  }
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  return new Uint8Array(await encoded.arrayBuffer());
};

type Input = string | URL | Request;

const asRequest = (input: Input): Request | undefined => (input instanceof Request ? input : undefined);
const addressIn = (input: Input): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;

const firstHop = async (input: Input, init: OutboundRequest): Promise<Hop> => {
  const request = asRequest(input);
  const headers = new Headers(init.headers ?? request?.headers);
  if (!headers.has('user-agent')) headers.set('user-agent', 'Atelier');
  const body = init.body ?? request?.body ?? undefined;
  return {
    url: parseAddress(addressIn(input)),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers,
    body: body === undefined ? undefined : await encodeBody(body, headers),
  };
};

type UndiciBody = NonNullable<NonNullable<Parameters<typeof undiciFetch>[1]>['body']>;
const asUndiciBody = (body: unknown): UndiciBody => body as UndiciBody;
const asResponse = (response: UndiciResponse): Response => response as unknown as Response;

/** Returns a dispatcher on the same connections with longer timeouts for one call. */
const waiting = (agent: Dispatcher, { headMs, pauseMs }: OutboundRequest): Dispatcher => {
  if (headMs === undefined && pauseMs === undefined) return agent;
  const timeouts = {
    ...(headMs === undefined ? {} : { headersTimeout: headMs }),
    ...(pauseMs === undefined ? {} : { bodyTimeout: pauseMs }),
  };
  return agent.compose((dispatch) => (options, handler) => dispatch({ ...options, ...timeouts }, handler));
};

/**
 * Requests to this machine carry a header that marks them as made for somebody else, so that they are not taken for a program of the
 * operator (`is-local-program.ts`).
 */
const buildHeaders = ({ url, headers }: Hop): [string, string][] => {
  const given = [...headers].filter(([name]) => name !== 'via');
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname) ? [...given, ['via', '1.1 atelier']] : given;
};

/** Combines the caller's signal with a deadline of our own; `onEnd` cancels the deadline. */
const startDeadline = (host: string, milliseconds: number, given: AbortSignal | undefined) => {
  const late = new AbortController();
  const tooLate = () => late.abort(new OutboundError('outbound.timeout', `${host} took too long to answer.`));
  const timer = setTimeout(tooLate, milliseconds);
  return {
    signal: given ? AbortSignal.any([given, late.signal]) : late.signal,
    onEnd: () => clearTimeout(timer),
  };
};

/** The settings of every request of a chain of redirects. */
interface Sending {
  dispatcher: Dispatcher;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Sends a request through WHATWG fetch, for what `isDirect` leaves over. */
const sendByFetch = async (
  hop: Hop,
  { dispatcher, maxBytes, timeoutMs, signal: given }: Sending,
): Promise<Response> => {
  const { hostname: host } = hop.url;
  const { signal, onEnd } = startDeadline(host, timeoutMs, given);
  const body = typeof hop.body === 'object' && 'stream' in hop.body ? hop.body.stream : hop.body;
  try {
    const response = asResponse(
      await undiciFetch(hop.url, {
        method: hop.method,
        headers: buildHeaders(hop),
        ...(body === undefined ? {} : { body: asUndiciBody(body), duplex: 'half' as const }),
        redirect: 'manual',
        dispatcher,
        signal,
      }),
    );
    if (!response.body) onEnd();
    const watched = response.body && watchBody(response.body, { host, maxBytes, onEnd, signal: given });
    return createResponse(hop.url, {
      body: watched,
      status: response.status,
      statusText: response.statusText,
      headers: new Headers([...response.headers]),
    });
  } catch (error) {
    onEnd();
    if (given?.aborted) throw given.reason;
    throw outboundFailure(error, host);
  }
};

/** A redirect that is not followed is the fault of the server that was asked, not of the address that somebody entered. */
const fromRedirect = (error: unknown): unknown =>
  error instanceof OutboundError && error.code === 'outbound.blocked'
    ? new OutboundError(error.code, error.message, {
        ...{ cause: error, notAllowed: error.notAllowed, isRedirected: true },
      })
    : error;

const afterRedirect = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw fromRedirect(error);
  }
};

const followRedirects = async (
  first: Hop,
  mode: NonNullable<RequestInit['redirect']>,
  sendHop: (hop: Hop) => Promise<Response>,
): Promise<Response> => {
  let hop = first;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await (count === 0 ? sendHop(hop) : afterRedirect(() => sendHop(hop)));
    const { status, headers } = response;
    const next =
      mode === 'manual'
        ? undefined
        : await afterRedirect(async () => nextHop(hop, status, headers.get('location')));
    if (!next) return count === 0 ? response : Object.defineProperty(response, 'redirected', { value: true });
    await response.body?.cancel();
    if (mode === 'error')
      throw new OutboundError('outbound.unreachable', `${hop.url.hostname} answered with a redirect.`);
    hop = next;
  }
  throw new OutboundError(
    'outbound.unreachable',
    `${first.url.hostname} redirects more than ${MAX_REDIRECTS} times.`,
  );
};

type FetchParts = { check: AddressCheck; agent: Dispatcher; caps: typeof defaults };

const createFetch =
  ({ check, agent, caps }: FetchParts): Outbound['fetch'] =>
  async (input, init = {}) => {
    const { maxBytes, timeoutMs } = { ...caps, ...init };
    const endsAt = performance.now() + timeoutMs;
    const first = await firstHop(input, init);
    const mode = init.redirect ?? 'follow';
    const signal = init.signal ?? asRequest(input)?.signal;
    const dispatcher = waiting(agent, init);
    return followRedirects(first, mode, (hop) => {
      check.checkLiteral(hop.url.hostname, portFor(hop.url));
      signal?.throwIfAborted();
      const sending = { dispatcher, maxBytes, timeoutMs: endsAt - performance.now(), signal };
      if (!isDirect(hop)) return sendByFetch(hop, sending);
      // Answers of models arrive as many small pieces, each of which would have to be unpacked.
      const isPlain = mode === 'manual' && typeof hop.body === 'string';
      return exchangeDirectly(hop, { ...sending, headers: buildHeaders(hop), isPlain });
    });
  };

/** Makes an outbound client. Each use has its own, with the addresses that the operator permits for it. */
export const createOutbound = (options: OutboundOptions = {}): Outbound => {
  const { allow = [], resolve, proxy, ...caps } = options;
  const limits = { ...defaults, ...caps };
  const check = createAddressCheck(allow, resolve);
  const agent =
    proxy === undefined ? createAgent(check, limits.idleMs) : createProxyAgent(proxy, limits.idleMs);
  const derived = new Map<string, Outbound>();
  const derive = (key: string, changed: OutboundOptions): Outbound => {
    const outbound = derived.get(key) ?? createOutbound({ ...options, ...changed });
    derived.set(key, outbound);
    return outbound;
  };
  return {
    fetch: createFetch({ check, agent, caps: limits }),
    checkAddress: async (host, port) => (await check.resolve(host, port))[0],
    permitting: (...urls) => {
      const entries = urls.map(addressOfUrl).sort();
      return derive(entries.join(','), { allow: [...allow, ...entries] });
    },
    through: (address) => derive(`through ${address}`, { proxy: address }),
    close: async () => {
      // Answers that are still streaming would delay the end of the server.
      await Promise.all([agent.destroy(), ...[...derived.values()].map((outbound) => outbound.close())]);
    },
  };
};
