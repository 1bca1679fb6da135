import { describe, expect, it } from 'vitest';
import { isInternalAddress } from '../authenticate.ts';

const domains = ['internal.example', 'second.example'];

describe('an address of an internal domain', () => {
  it.each(['ada@internal.example', 'ada@Internal.Example', 'ada@second.example', '"a@b"@internal.example'])(
    'is %s',
    { tags: ['ROUTE-05', 'ROUTE-06'] },
    (email) => {
      expect(isInternalAddress(email, domains)).toBe(true);
    },
  );

  it.each([
    'ada@example.com',
    'ada@sub.internal.example',
    'ada@evil-internal.example',
    'ada@internal.example.evil.com',
    'ada@internal.example.',
    'ada@internal.exampl',
    'internal.example@evil.com',
    'ada@internal.example@evil.com',
    '@internal.example',
    'internal.example',
    '',
  ])('is not %j', { tags: ['ROUTE-05', 'ROUTE-06'] }, (email) => {
    expect(isInternalAddress(email, domains)).toBe(false);
  });

  it('is none while no domain is configured', { tags: ['ROUTE-06'] }, () => {
    expect(isInternalAddress('ada@internal.example', [])).toBe(false);
    expect(isInternalAddress('ada@', [])).toBe(false);
  });
});
