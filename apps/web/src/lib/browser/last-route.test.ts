import { beforeEach, expect, it } from 'vitest';
import { standAt } from '../../../tests/loopback-server.ts';
import { clearCookies, readCookie, writeCookie } from './cookies.ts';
import { lastRouteCookie, rememberRoute, takeLastRoute } from './last-route.ts';

beforeEach(() => {
  standAt('http://atelier.test/');
  clearCookies();
});

it('leads back once to where one was', { tags: ['SESSION-21'] }, () => {
  rememberRoute('/apps?new=1');
  expect(takeLastRoute('/agents')).toBe('/apps?new=1');
  expect(takeLastRoute('/agents')).toBe('/agents');
});

it.each(['//evil.example/x', '/\\evil.example', '/\t/evil.example', 'https://evil.example', '/'])(
  'never leads to %s',
  (path) => {
    rememberRoute(path);
    expect(takeLastRoute('/agents')).toBe('/agents');
    writeCookie(lastRouteCookie, path);
    expect(takeLastRoute('/agents')).toBe('/agents');
  },
);

it('clears every cookie but those that are kept', { tags: ['SESSION-13', 'SESSION-20'] }, () => {
  writeCookie('one', 'a b;c');
  writeCookie(lastRouteCookie, '/apps');
  expect(readCookie('one')).toBe('a b;c');
  clearCookies([lastRouteCookie]);
  expect(readCookie('one')).toBeUndefined();
  expect(readCookie(lastRouteCookie)).toBe('/apps');
});
