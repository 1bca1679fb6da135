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
