import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutboundError, outboundFailure } from './outbound-error.ts';

type Address = ReturnType<typeof ipaddr.parse>;

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16');

/** Public addresses that belong to a cloud's own infrastructure (Azure). */
const metadataAddresses = new Set(['168.63.129.16']);

const isIPv6 = (address: Address): address is InstanceType<typeof ipaddr.IPv6> => address.kind() === 'ipv6';

/** Returns the IPv4 address inside an IPv6 address, to which a translator or tunnel would connect. */
const embeddedAddress = (address: InstanceType<typeof ipaddr.IPv6>): Address | undefined => {
  const bytes = address.toByteArray();
  if (address.isIPv4MappedAddress() || address.match(nat64)) return ipaddr.fromByteArray(bytes.slice(12, 16));
  return address.match(sixToFour) ? ipaddr.fromByteArray(bytes.slice(2, 6)) : undefined;
};

/**
 * True when an address belongs to the public internet. Everything else is refused by default: private, loopback, link-local, carrier-grade
 * NAT, multicast, documentation, metadata, and each of them wrapped in IPv6.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (!isIPv6(parsed)) return parsed.range() === 'unicast' && !metadataAddresses.has(parsed.toString());
  const embedded = embeddedAddress(parsed);
  if (embedded) return isPublicAddress(embedded.toString());
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
};

/** The addresses and hosts that the operator permits although they are not public. */
type AllowList = {
  /** True when a host is permitted by name; its addresses are then not checked. */
  hasHost(host: string, port: number): boolean;
  hasAddress(address: string, port: number): boolean;
};

type Rule = { host: string; port: number | undefined; range: [Address, number] | undefined };

const parseRange = (text: string): [Address, number] | undefined => {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv6' ? 128 : 32];
};

const parseRule = (entry: string): Rule => {
  const whole = parseRange(entry);
  if (whole) return { host: entry, port: undefined, range: whole };
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  const host = (bracketed ?? plain ?? entry).toLowerCase();
  return { host, port: port === undefined ? undefined : Number(port), range: parseRange(host) };
};

/**
 * Parses the operator's list. @param entries hosts, addresses and ranges; hosts and addresses with an optional `:port`, IPv6 addresses with
 * a port in brackets
 */
export const createAllowList = (entries: readonly string[]): AllowList => {
  const rules = entries.map(parseRule);
  const isOpen = (rule: Rule, port: number) => rule.port === undefined || rule.port === port;
  return {
    hasHost: (host, port) =>
      rules.some((rule) => !rule.range && rule.host === host.toLowerCase() && isOpen(rule, port)),
    hasAddress: (address, port) => {
      const parsed = ipaddr.process(address);
      return rules.some(
        (rule) =>
          rule.range &&
          rule.range[0].kind() === parsed.kind() &&
          parsed.match(rule.range) &&
          isOpen(rule, port),
      );
    },
  };
};

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
