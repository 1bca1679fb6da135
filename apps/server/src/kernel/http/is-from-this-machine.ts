import type { FastifyRequest } from 'fastify';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;

type Caller = Pick<FastifyRequest, 'ip' | 'headers'> & {
  socket: { remoteAddress?: string | undefined };
};

/**
 * Whether a request was sent on this very machine and by nobody else's order. A proxy here is local too, so whatever
 * says of itself that it was passed on is not, whether or not the proxy is configured.
 */
export const isFromThisMachine = ({ ip, headers, socket }: Caller): boolean =>
  loopback.has(socket.remoteAddress ?? '') &&
  loopback.has(ip) &&
  forwarding.every((name) => headers[name] === undefined);
