import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';

type TrustProxy = Config['server']['trustProxy'];
/** Says whether the forwarding headers of an address are trusted; the address that connects to us is hop 0. */
type Trust = (address: string, hop: number) => boolean;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const inList = (addresses: readonly string[]): Trust => {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
};

/** Returns the addresses whose `X-Forwarded-*` headers are trusted; `false` means none. */
export const compileTrust = (proxies: TrustProxy): Trust | false => {
  if (typeof proxies === 'boolean') return proxies && (() => true);
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : inList(proxies);
};

const settingWith = (proxies: TrustProxy, peer: string): string =>
  [...(Array.isArray(proxies) ? proxies : []), peer].join(',');

const comesForwarded = (headers: Record<string, unknown>): boolean =>
  ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].some((name) => headers[name] !== undefined);

/**
 * Warns the operator, once, of a proxy whose headers are not trusted: all its visitors count as one address then. A trusted proxy that
 * sends no headers cannot be recognised.
 */
export const tellOfUnknownProxy = (app: FastifyInstance, proxies: TrustProxy, log: Log): void => {
  const trust = compileTrust(proxies);
  let isTold = false;
  app.addHook('onRequest', async ({ headers, socket }) => {
    const peer = socket.remoteAddress;
    if (isTold || peer === undefined || !comesForwarded(headers) || (trust && trust(peer, 0))) return;
    isTold = true;
    const address = peer.replace(/^::ffff:/, '');
    log.warn(
      { peer: address },
      `X-Forwarded headers came from ${address}, which TRUST_PROXY does not cover, so they were ignored and everybody behind that address shares its limits; if it is your proxy, set TRUST_PROXY=${settingWith(proxies, address)}.`,
    );
  });
};
