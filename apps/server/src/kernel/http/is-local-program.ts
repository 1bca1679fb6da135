import type { FastifyRequest } from 'fastify';

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
