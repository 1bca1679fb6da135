import { describe, expect, it } from 'vitest';
import { failureOf } from '../../tests/run-action.ts';
import { PieceError } from '../piece.ts';
import { readAddress, readAddresses } from './mail/addresses.ts';
import { mailFailure } from './mail/mail-failure.ts';
import { jsonTypes } from './postgresql/read-value.ts';

describe('the values of a database', () => {
  const read = (oid: number, text: string) => jsonTypes.getTypeParser(oid)(text);

  it('become JSON where nothing is lost, and stay text otherwise', () => {
    expect([read(16, 't'), read(16, 'f')]).toEqual([true, false]);
    for (const oid of [20, 21, 23, 26])
      expect([read(oid, '9007199254740991'), read(oid, '9007199254740992')]).toEqual([
        ...[9_007_199_254_740_991, '9007199254740992'],
      ]);
    for (const oid of [700, 701])
      expect([read(oid, '1.5'), read(oid, 'NaN'), read(oid, '-Infinity')]).toEqual([
        ...[1.5, 'NaN', '-Infinity'],
      ]);
    for (const oid of [114, 3802]) expect(read(oid, '{"a":[1]}')).toEqual({ a: [1] });
    expect(read(1000, '{t,f}')).toEqual([true, false]);
    for (const oid of [1005, 1007]) expect(read(oid, '{1,2}')).toEqual([1, 2]);
    for (const oid of [1009, 1015, 2951]) expect(read(oid, '{a,"b c",NULL}')).toEqual(['a', 'b c', null]);
    for (const oid of [1700, 1082, 17]) expect(read(oid, '1.10')).toBe('1.10');
  });
});

describe('a mail address', () => {
  it('is read with or without a name', () => {
    expect(readAddress(' ann@example.com ')).toEqual({ name: '', address: 'ann@example.com' });
    expect(readAddress('"Ann Lee" < ann@example.com >')).toEqual({
      name: 'Ann Lee',
      address: 'ann@example.com',
    });
    expect(readAddress('Ann <Lee> <ann@example.com>').name).toBe('Ann <Lee>');
    expect(readAddresses({ to: 'a@b.c; d@e.f,\n g@h.i\n' }, 'to').map(({ address }) => address)).toEqual([
      ...['a@b.c', 'd@e.f', 'g@h.i'],
    ]);
    expect(readAddresses({}, 'to')).toEqual([]);
  });

  it('is refused when a mail server might read something else in it', async () => {
    for (const wrong of [
      'ann',
      'a b@example.com',
      'ann@',
      '@example.com',
      'a@b@c',
      'Ann <ann@example.com',
      'a@b\r\nBcc: c@d',
      `${'x'.repeat(65)}@example.com`,
    ])
      expect(await failureOf(() => readAddress(wrong)), wrong).toContain('is no mail address');
    expect(readAddress(`${'x'.repeat(64)}@example.com`).address).toHaveLength(76);
  });
});

describe('a failure of a mail server', () => {
  const failure = (properties: object) => {
    const found = mailFailure(Object.assign(new Error('of the client'), properties), 'mail.example.com');
    return found instanceof PieceError ? [found.code, found.retryable, found.message] : found;
  };

  it.each([
    [{ code: 'EAUTH', response: '535 no' }, 'pieces.refused', false, 'It said: 535 no'],
    [{ authenticationFailed: true }, 'pieces.refused', false, 'refused user name and password'],
    [{ code: 'ETLS' }, 'pieces.refused', false, 'does not agree to STARTTLS'],
    [{ code: 'MissingServerExtension' }, 'pieces.refused', false, 'does not agree to STARTTLS'],
    [{ code: 'GREETING_TIMEOUT' }, 'pieces.timeout', true, 'did not answer in time'],
    [{ code: 'ESOCKET' }, 'pieces.unreachable', true, 'broke off'],
    [
      { responseCode: 550, response: 'no  such\nmailbox' },
      'pieces.refused',
      false,
      'refused this. It said: no such mailbox',
    ],
    [{ responseCode: 499 }, 'pieces.refused', true, 'refused this. Please check the mail.'],
    [{ responseCode: 500 }, 'pieces.refused', false, 'refused this. Please check the mail.'],
    [{ responseText: 'x'.repeat(400) }, 'pieces.refused', false, `It said: ${'x'.repeat(300)}`],
    [{ cause: { code: 'outbound.blocked' } }, 'pieces.blocked', false, 'mail.example.com'],
  ])('with %j is %s', (properties, code, retryable, words) => {
    expect(failure(properties)).toEqual([code, retryable, expect.stringContaining(words)]);
  });

  it('that says nothing stays what it is', () => {
    expect(failure({})).toBeInstanceOf(Error);
    const own = new PieceError('pieces.refused', 'Own');
    expect(mailFailure(own, 'mail.example.com')).toBe(own);
  });
});
