import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ada } from '../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../tests/open-app.tsx';

const server = withBuilderServer();

it('has the pages of billing in their order', {
  tags: ['HEADER-25', 'HEADER-26', 'HEADER-27', 'HEADER-28', 'HEADER-29'],
}, async () => {
  server.current.state.user = ada;
  open('/pricing/overview');
  const links = within(await screen.findByRole('navigation', { name: 'Billing' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Overview', '/pricing/overview'],
    ['Billing history', '/pricing/history'],
    ['Credit Usage', '/pricing/credit-usage'],
    ['Usage Limit', '/pricing/usage-limit'],
    ['Knowledge Storage', '/pricing/knowledge-storage'],
  ]);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null, null]);
});
