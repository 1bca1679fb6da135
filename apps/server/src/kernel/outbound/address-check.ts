import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { createAllowList, isPublicAddress } from './address-rules.ts';
import { OutboundError, outboundFailure } from './outbound-error.ts';

/** An address that passed the check. Connect to it, and use the name of the host only for TLS and headers. */
export type CheckedAddress = { address: string; family: 4 | 6 };

/** Resolves a host to its addresses. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

export type AddressCheck = {
  /** Resolves a host and checks its addresses. @throws OutboundError `outbound.blocked` or `outbound.unreachable` */
  resolve(host: string, port: number): Promise<[CheckedAddress, ...CheckedAddress[]]>;
  /** Checks a host that is already an address, because sockets do not look those up. @throws OutboundError */
  checkLiteral(host: string, port: number): void;
  /** Returns a lookup function for `net.connect` and `tls.connect`, so that they connect to the address that was checked. */
  lookupFor(port: number): LookupFunction;
};

const systemResolve: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1').replace(/%.*/s, '');

const blocked = (host: string, port: number) => {
  const entry = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return new OutboundError(
    'outbound.blocked',
    `${host} is not a public address. To allow it, the operator of this server adds the line OUTBOUND_ALLOW=${entry} to the environment or to the file .env, and restarts the server.`,
    { notAllowed: entry },
  );
};

const checked = (address: string): CheckedAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/** Makes the check, which allows public addresses and those on the operator's list. */
export const createAddressCheck = (
  allow: readonly string[],
  resolveHost: Resolve = systemResolve,
): AddressCheck => {
  const list = createAllowList(allow);
  const isFine = (address: string, port: number) =>
    isPublicAddress(address) || list.hasAddress(address, port);

  const find = async (host: string): Promise<string[]> => {
    if (isIP(host) !== 0) return [host];
    const found = await resolveHost(host).catch((error: unknown) => {
      // This name means this machine (RFC 6761), whether or not a resolver knows it.
      if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1' }];
      throw outboundFailure(error, host);
    });
    return found.map(({ address }) => address).filter((address) => isIP(address) !== 0);
  };

  const resolve: AddressCheck['resolve'] = async (name, port) => {
    const host = bare(name);
    const [first, ...rest] = await find(host);
    if (first === undefined) throw new OutboundError('outbound.unreachable', `${host} has no address.`);
    // A private address among public ones is typical of DNS rebinding, so the whole answer is refused.
    const isRefused = ![first, ...rest].every((address) => isFine(address, port));
    if (isRefused && !list.hasHost(host, port)) throw blocked(host, port);
    return [checked(first), ...rest.map(checked)];
  };

  return {
    resolve,
    checkLiteral: (name, port) => {
      const host = bare(name);
      if (isIP(host) !== 0 && !isFine(host, port)) throw blocked(host, port);
    },
    lookupFor: (port) => (host, options, done) => {
      const answer = async () => {
        const found = await resolve(host, port).catch((error: NodeJS.ErrnoException) => error);
        if (found instanceof Error) return done(found, '');
        const wanted = found.filter(({ family }) => !options.family || family === options.family);
        return options.all ? done(null, wanted) : done(null, found[0].address, found[0].family);
      };
      void answer();
    },
  };
};
