import { describe, expect, it } from 'vitest';
import { isLocalProgram } from './hosts.ts';

const from = (
  remoteAddress: string,
  headers: Record<string, string> = {},
  { ip = remoteAddress, httpVersion = '1.1' } = {},
) =>
  isLocalProgram({
    ip,
    headers: { host: 'localhost:3000', 'user-agent': 'curl/8', accept: '*/*', ...headers },
    raw: { httpVersion },
    socket: { remoteAddress },
  });

describe('isLocalProgram', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is true for a program at %s', (address) => {
    expect(from(address)).toBe(true);
  });

  it('is true for the headers of curl, Node and Prometheus', () => {
    expect(from('127.0.0.1', { 'sec-fetch-mode': 'cors', 'accept-language': '*' })).toBe(true);
    expect(from('127.0.0.1', { 'x-prometheus-scrape-timeout-seconds': '10' })).toBe(true);
  });

  it('is false for another machine', () => {
    expect(from('203.0.113.9')).toBe(false);
  });

  it('is false for a request that is local only by a trusted header', () => {
    expect(from('203.0.113.9', {}, { ip: '127.0.0.1' })).toBe(false);
  });

  it('is false for the old HTTP version that proxies use', () => {
    expect(from('127.0.0.1', {}, { httpVersion: '1.0' })).toBe(false);
  });

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'fastly-client-ip',
    'x-azure-clientip',
    'x-amzn-trace-id',
    'x-request-id',
    'a-header-that-nobody-knows-yet',
  ])('refuses what a proxy on this machine passes on with %s', (name) => {
    expect(from('127.0.0.1', { [name]: '203.0.113.9' })).toBe(false);
  });

  it.each([
    'origin',
    'referer',
    'cookie',
    'sec-fetch-site',
    'sec-fetch-dest',
    'sec-ch-ua',
    'upgrade-insecure-requests',
  ])('refuses a browser, which sends %s', (name) => {
    expect(from('127.0.0.1', { [name]: 'x' })).toBe(false);
  });
});
