import { describe, expect, it } from 'vitest';
import { createAllowList, isPublicAddress } from './address-check.ts';

describe('the check for public addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '64:ff9b::808:808',
    '2002:808:808::1',
    '::ffff:8.8.8.8',
  ])('includes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2001:0:4136:e378::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('does not include %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the list of the operator', () => {
  const list = createAllowList([
    'wiki.internal',
    'db.internal:5432',
    '10.1.0.0/16',
    '127.0.0.1:11434',
    '[::1]:80',
    'fd00::/8',
  ]);

  it('permits hosts by name, with a port where one is given', () => {
    expect(list.hasHost('WIKI.internal', 1)).toBe(true);
    expect(list.hasHost('db.internal', 5432)).toBe(true);
    expect(list.hasHost('db.internal', 22)).toBe(false);
    expect(list.hasHost('evil.wiki.internal', 1)).toBe(false);
  });

  it('permits addresses and ranges, with a port where one is given', () => {
    expect(list.hasAddress('10.1.2.3', 80)).toBe(true);
    expect(list.hasAddress('10.2.2.3', 80)).toBe(false);
    expect(list.hasAddress('127.0.0.1', 11434)).toBe(true);
    expect(list.hasAddress('::ffff:127.0.0.1', 11434)).toBe(true);
    expect(list.hasAddress('127.0.0.1', 5432)).toBe(false);
    expect(list.hasAddress('::1', 80)).toBe(true);
    expect(list.hasAddress('::1', 81)).toBe(false);
    expect(list.hasAddress('fd12::1', 1)).toBe(true);
  });
});
