import { expect, it } from 'vitest';
import { standAt } from '../../tests/loopback-server.ts';
import { redirectTarget } from './redirect-screen.tsx';

const orchestrator = 'https://flows.example.com';

it('leads to a path of ours and to the configured origin', { tags: ['ROUTE-53', 'ROUTE-54'] }, () => {
  standAt('http://atelier.test/redirect');
  expect(redirectTarget('/apps/app_1?tab=api', undefined)).toBe('/apps/app_1?tab=api');
  expect(redirectTarget(`${orchestrator}/flow/1`, orchestrator)).toBe(`${orchestrator}/flow/1`);
});

it.each([
  null,
  '/redirect?to=%2Fapps',
  '',
  'apps',
  '//evil.example',
  '/\\evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https://flows.example.com.evil.example',
  'https://flows.example.com@evil.example',
  'javascript:alert(1)',
])('leads to the start instead of to %s', { tags: ['ROUTE-54'] }, (to) => {
  standAt('http://atelier.test/redirect');
  expect(redirectTarget(to, orchestrator)).toBe('/agents');
});
