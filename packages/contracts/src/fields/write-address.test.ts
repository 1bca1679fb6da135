import { describe, expect, it } from 'vitest';
import { AddressError, encodeReserved, writeAddress } from './write-address.ts';

/** Puts values between the texts of a template with “{}”. */
const written = (template: string, ...values: string[]): string =>
  writeAddress(
    template.split('{}').flatMap((text, at) => (at === 0 ? [text] : [{ value: values[at - 1] ?? '' }, text])),
  );

describe('a value in an address', () => {
  it.each([
    ['https://a.example/x/{}/end', '../../admin', 'https://a.example/x/..%2F..%2Fadmin/end'],
    ['https://a.example/x/{}/end', 'x?y#z', 'https://a.example/x/x%3Fy%23z/end'],
    ['https://a.example/x/{}', '100%', 'https://a.example/x/100%25'],
    ['https://a.example/x/{}', "ä b!'()*", 'https://a.example/x/%C3%A4%20b%21%27%28%29%2A'],
    ['https://a.example/x/{}', '\ud800', 'https://a.example/x/%EF%BF%BD'],
    ['https://a.example/x/v.{}', '..', 'https://a.example/x/v...'],
    ['https://a.example/x/{}', '...', 'https://a.example/x/...'],
    ['https://a.example?q={}&r=1', 'a&b=c d+e', 'https://a.example?q=a%26b%3Dc%20d%2Be&r=1'],
    ['https://a.example/?q={}', '..', 'https://a.example/?q=..'],
    ['https://a.example/#{}', 'a/b', 'https://a.example/#a%2Fb'],
  ])('is encoded where it stands: %s with %s', (template, value, address) => {
    expect(written(template, value)).toBe(address);
  });

  it('stays as it is at the beginning, and encodes the next', () => {
    expect(written('{}', 'https://a.example/b/../c?d=e f')).toBe('https://a.example/b/../c?d=e f');
    expect(written('{}/orders/{}', 'https://a.example/v1', 'a/b')).toBe('https://a.example/v1/orders/a%2Fb');
    expect(written(' {}', 'https://a.example')).toBe(' https://a.example');
  });

  it('may be a whole site or a part of its name, which it cannot end', () => {
    expect(written('https://{}/x', 'a.example:8080/v1')).toBe('https://a.example:8080/v1/x');
    expect(written('https://{}', 'a.example/x')).toBe('https://a.example/x');
    expect(written('https://{}.example/x', 'shop-1')).toBe('https://shop-1.example/x');
    for (const value of ['evil.test/', 'evil.test?', 'evil.test#', 'evil.test\\', 'me@evil.test', 'a b'])
      expect(() => written('https://{}.example/x', value), value).toThrow(AddressError);
    expect(() => written('https://api.{}', 'x@evil.test')).toThrow(
      '“x@evil.test” cannot be a part of the name of a site.',
    );
  });

  it.each([
    ['https://a.example/x/{}/end', '..'],
    ['https://a.example/x/{}', '.'],
    ['https://a.example/x/.{}', '.'],
    ['https://a.example/x/%2e{}', '.'],
    ['https://a.example/x/{}?y=1', '..'],
  ])('cannot lead to a folder above: %s with %s', (template, value) => {
    expect(() => written(template, value)).toThrow('must not be “.” or “..”');
  });

  it('may stand in a template that leads above by itself', () => {
    expect(written('{}/x/../y/{}', 'https://a.example', 'z')).toBe('https://a.example/x/../y/z');
  });

  it('cannot form a way above with another', () => {
    expect(() => written('https://a.example/{}{}/x', '.', '.')).toThrow(AddressError);
  });
});

describe('a value with reserved letters', () => {
  it('keeps them and what is encoded already, except those that end its part', () => {
    expect(encodeReserved("a/b?c=d&e%20f%zz g:h@i'j", '&#')).toBe("a/b?c=d%26e%20f%25zz%20g:h@i'j");
    expect(encodeReserved('a/b?c#d', '/?#')).toBe('a%2Fb%3Fc%23d');
  });
});
