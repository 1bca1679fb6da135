import { beforeEach, expect, it, vi } from 'vitest';
import { standAt } from '../../../tests/loopback-server.ts';
import { clearCookies, readCookie } from '../../lib/browser/cookies.ts';
import { crmCodeCookie, keepCrmCode } from './crm-code.ts';

beforeEach(() => {
  standAt('http://atelier.test/');
  clearCookies();
});

it('keeps code and platform for three minutes, and takes them out of the address', {
  tags: ['SESSION-12', 'SESSION-23'],
}, () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  const replace = vi.fn<(address: string) => void>();
  keepCrmCode(new URL('http://atelier.test/agents?code=c-1%3D&platform=HUBSPOT&tab=mine#x'), replace);
  expect(written.mock.calls[0]?.[0]).toContain('Max-Age=180;');
  written.mockRestore();
  expect(JSON.parse(readCookie(crmCodeCookie) ?? '')).toEqual({ code: 'c-1=', platform: 'HUBSPOT' });
  expect(replace).toHaveBeenCalledWith('/agents?tab=mine#x');
});

it('leaves a code without a platform to whom it belongs', () => {
  const replace = vi.fn<(address: string) => void>();
  keepCrmCode(new URL('http://atelier.test/auth/callback?code=c-1&state=s'), replace);
  expect([readCookie(crmCodeCookie), replace.mock.calls.length]).toEqual([undefined, 0]);
});
