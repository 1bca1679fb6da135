import type { FastifyRequest } from 'fastify';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * What a program on this machine says of itself when it asks for something. A browser says more (`Origin`, `Sec-Fetch-Site`,
 * `Cookie`), and so do proxies (`Via`, `X-Forwarded-For`, `CF-Connecting-IP` and a hundred others); whatever is not on the list is one of them.
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
 * Whether a request was made by a program on this very machine and by nobody else's order. Proxies on this machine give
 * themselves away by what they add, or by the old HTTP that several of them speak to what lies behind.
 */
export const isLocalProgram = ({ ip, headers, raw, socket }: Caller): boolean =>
  loopback.has(socket.remoteAddress ?? '') &&
  loopback.has(ip) &&
  raw.httpVersion === '1.1' &&
  Object.keys(headers).every((name) => ordinary.has(name));
