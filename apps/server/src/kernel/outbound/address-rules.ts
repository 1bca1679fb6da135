import ipaddr from 'ipaddr.js';

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
export type AllowList = {
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
