import type { FastifyRequest } from 'fastify';

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/**
 * The address of this server for links that leave it, without a slash at the end. Without a configured one, the `Host`
 * header is believed only when it names the very machine that was reached: a made-up one would lead the reader of a
 * mail, and the token in its link, to somebody else.
 */
export const originOf = (publicUrl: string | undefined, request: FastifyRequest): string => {
  if (publicUrl !== undefined) return publicUrl;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  const reached = bracketed(localAddress.replace(/^::ffff:/, ''));
  const named = URL.parse(`http://${request.headers.host ?? ''}`);
  const isOurs = named !== null && ['localhost', '127.0.0.1', '[::1]', reached].includes(named.hostname);
  return isOurs ? named.origin : `http://${reached}:${localPort}`;
};
