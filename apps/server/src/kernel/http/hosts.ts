import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The names under which this server may be asked, and under which its links lead back to it. */
export interface Hosts {
  /**
   * Whether the request names a host of this server. A page of somebody else whose name suddenly means this machine (DNS
   * rebinding) still sends its own name, and so gets nothing.
   */
  isOurs(request: FastifyRequest): boolean;
  /** Where links that leave the server lead, without a slash at the end. */
  originOf(request: FastifyRequest): string;
}

const bracketed = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

/** The host that a request names, without its port; undefined when that is no name at all. */
const namedHost = ({ host }: FastifyRequest): string | undefined =>
  /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;

/** The address of this machine that the request came in by. */
const reachedAt = ({ socket }: FastifyRequest): string =>
  bracketed((socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, ''));

/**
 * With `PUBLIC_URL` its host, else the names of this machine; `ALLOWED_HOSTS` besides. Whatever port a request names is the
 * caller's word alone, so links carry the port that the server listens on.
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
    originOf: (request) =>
      publicUrl ??
      new URL(`http://${nameIn(request) ?? reachedAt(request)}:${request.socket.localPort ?? 80}`).origin,
  };
};
