import { describe, expect, it } from 'vitest';
import { compileTrust } from '../create-http-server.ts';

const trusts = (proxies: Parameters<typeof compileTrust>[0], address: string, hop = 0) => {
  const trust = compileTrust(proxies);
  return trust !== false && trust(address, hop);
};

describe('the trust in forwarded headers', () => {
  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['11.1.2.3', false],
    ['fd00::7', true],
    ['fd01::7', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['nobody', false],
  ])('says of %s, where a list names ranges and addresses: %s', (address, expected) => {
    expect(trusts(['10.0.0.0/8', 'fd00::/16', '192.0.2.1'], address)).toBe(expected);
  });

  it('extends over as many hops as a number says', () => {
    expect([0, 1, 2].map((hop) => trusts(2, '192.0.2.1', hop))).toEqual([true, true, false]);
    expect(trusts(0, '192.0.2.1')).toBe(false);
  });

  it('covers all proxies or none when that is configured', () => {
    expect([trusts(true, '192.0.2.1', 9), trusts(false, '192.0.2.1')]).toEqual([true, false]);
  });
});
