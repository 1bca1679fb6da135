import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The host names of this server: the ones it answers to, and the one in links that lead back to it. */
export interface Hosts {
  /**
   * True when the request names a host of this server. In a DNS rebinding attack, a foreign page whose name suddenly resolves to this
   * machine still sends its own name, and is refused.
   */
  isOurs(request: FastifyRequest): boolean;
  /** Returns the origin for links in mails and similar places, without a trailing slash. */
  originFor(request: FastifyRequest): string;
}

const bracketed = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

/** Returns the host that a request names, without its port; undefined when that is not a valid name. */
const namedHost = ({ host }: FastifyRequest): string | undefined =>
  /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;

/** Returns the address of this machine at which the request arrived. */
const reachedAt = ({ socket }: FastifyRequest): string =>
  bracketed((socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, ''));

/**
 * Accepts the host of `PUBLIC_URL`, or without it the names of this machine; in both cases also `ALLOWED_HOSTS`. The port in a request is
 * chosen by the caller, so links use the port on which the server listens.
 */
export const createHosts = ({
  publicUrl,
  host,
  allowedHosts,
}: Pick<Config['server'], 'publicUrl' | 'host' | 'allowedHosts'>): Hosts => {
  const own =
    publicUrl === undefined
      ? ['localhost', '127.0.0.1', '[::1]', bracketed(host).toLowerCase()]
      : [new URL(publicUrl).hostname];
  const listed = new Set([...own, ...allowedHosts.map((name) => bracketed(name).toLowerCase())]);

  const isKnown = (name: string, request: FastifyRequest): boolean =>
    listed.has(name) || (publicUrl === undefined && name === reachedAt(request));

  const nameIn = (request: FastifyRequest): string | undefined => {
    const name = namedHost(request);
    return name !== undefined && isKnown(name, request) ? name : undefined;
  };

  return {
    isOurs: (request) => nameIn(request) !== undefined,
    originFor: (request) =>
      publicUrl ??
      new URL(`http://${nameIn(request) ?? reachedAt(request)}:${request.socket.localPort ?? 80}`).origin,
  };
};

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * The headers that an ordinary program on this machine sends. Browsers send more (`Origin`, `Sec-Fetch-Site`, `Cookie`), and so do proxies
 * (`Via`, `X-Forwarded-For`, `CF-Connecting-IP` and a hundred others), so any header that is not listed means a browser or a proxy.
 */
const ordinary = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'host',
  'pragma',
  'sec-fetch-mode',
  'user-agent',
  'x-prometheus-scrape-timeout-seconds',
]);

type Caller = Pick<FastifyRequest, 'ip' | 'headers'> & {
  raw: { httpVersion: string };
  socket: { remoteAddress?: string | undefined };
};

/**
 * True when a program on this machine made the request on nobody else's behalf. A proxy on this machine is recognised by the headers that
 * it adds, or by the old HTTP version that several proxies use towards the server behind them.
 */
export const isLocalProgram = ({ ip, headers, raw, socket }: Caller): boolean =>
  loopback.has(socket.remoteAddress ?? '') &&
  loopback.has(ip) &&
  raw.httpVersion === '1.1' &&
  Object.keys(headers).every((name) => ordinary.has(name));
