import { describe, expect, it } from 'vitest';
import { isFromThisMachine } from './is-from-this-machine.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}, ip = remoteAddress) =>
  isFromThisMachine({ ip, headers, socket: { remoteAddress } });

describe('isFromThisMachine', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('believes %s', (address) => {
    expect(from(address)).toBe(true);
  });

  it('refuses another machine', () => {
    expect(from('203.0.113.9')).toBe(false);
  });

  it('refuses what claims to be local through a header that is trusted', () => {
    expect(from('203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).toBe(false);
  });

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])(
    'refuses what a proxy on this machine passes on with %s, configured or not',
    (name) => {
      expect(from('127.0.0.1', { [name]: '203.0.113.9' })).toBe(false);
    },
  );
});
