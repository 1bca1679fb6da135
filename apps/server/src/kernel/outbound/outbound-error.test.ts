import { describe, expect, it } from 'vitest';
import { outboundFailure } from './outbound-error.ts';

describe('the message of a failure', () => {
  const say = (code: string) =>
    outboundFailure(
      new TypeError('fetch failed', {
        cause: Object.assign(new Error(`getaddrinfo ${code} db.example`), { code }),
      }),
      'db.example',
    ).message;

  it('is a sentence without an error code, also for an unknown failure', () => {
    const codes = [
      'ENOTFOUND',
      'EAI_AGAIN',
      'ECONNREFUSED',
      'ECONNRESET',
      'EHOSTUNREACH',
      'CERT_HAS_EXPIRED',
    ];
    const said = [...codes, 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EWHATEVER'].map(
      say,
    );
    expect(new Set(said).size).toBe(said.length);
    for (const sentence of said) expect(sentence).toMatch(/^[^:()]*db\.example[^:()]*\.$/);
    expect(said[0]).toBe('There is no server with the name db.example. Please check the address.');
  });
});
