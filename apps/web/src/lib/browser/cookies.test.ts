import { beforeEach, expect, it, vi } from 'vitest';
import { standAt } from '../../../tests/loopback-server.ts';
import { colorSchemeInCookie } from './color-scheme.ts';
import { clearCookies, cookieLife, deleteCookie, readCookie, writeCookie } from './cookies.ts';

beforeEach(() => {
  standAt('http://atelier.test/');
  clearCookies();
});

const lifeOf = (write: () => void): number => {
  const written = vi.spyOn(document, 'cookie', 'set');
  write();
  const cookie = written.mock.calls.at(-1)?.[0] ?? '';
  written.mockRestore();
  return Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
};

it('lets cookies live 30 days, minute cookies 60 minutes, the CRM code 3 minutes', {
  tags: ['SESSION-22', 'SESSION-23', 'SESSION-24', 'CONST-09'],
}, () => {
  expect(lifeOf(() => writeCookie('one', '1'))).toBe(30 * 24 * 60 * 60);
  expect(lifeOf(() => writeCookie('one', '1', cookieLife.minutes))).toBe(60 * 60);
  expect(lifeOf(() => writeCookie('one', '1', cookieLife.crmCode))).toBe(3 * 60);
  expect(lifeOf(() => writeCookie('one', '1', cookieLife.identity))).toBe(24 * 60 * 60);
});

it('reads the text of other authors unchanged', () => {
  document.cookie = 'foreign=100%; Path=/';
  expect(readCookie('foreign')).toBe('100%');
});

it('writes cookies that only this very host can plant where the page came over TLS', () => {
  standAt('https://atelier.test/');
  const written = vi.spyOn(document, 'cookie', 'set');
  writeCookie('one', '1');
  writeCookie('two', '2');
  expect(written.mock.calls.map(([cookie]) => cookie)).toEqual([
    expect.stringMatching(/^__Host-one=1; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/),
    expect.stringMatching(/^__Host-two=2; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/),
  ]);
  written.mockRestore();
  document.cookie = 'one=planted; Path=/';
  expect(readCookie('one')).toBe('1');
  clearCookies(['two']);
  expect(document.cookie).toBe('__Host-two=2');
  deleteCookie('two');
  expect(document.cookie).toBe('');
});

it('keeps the choice of light or dark in a cookie of the device, none for the system', () => {
  const schemes = colorSchemeInCookie();
  expect(schemes.get('auto')).toBe('auto');
  schemes.set('dark');
  expect(schemes.get('auto')).toBe('dark');
  expect(localStorage.length).toBe(0);
  schemes.set('auto');
  expect(document.cookie).toBe('');
});
