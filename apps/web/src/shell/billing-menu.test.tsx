import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ada } from '../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../tests/open-app.tsx';
import { billingSections } from '../features/money/payments/index.ts';

const server = withBuilderServer();

it('lists the pages of billing in their order and marks the open one', async () => {
  server.current.state.user = ada;
  open('/pricing/overview');
  const links = within(await screen.findByRole('navigation', { name: 'Billing' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    billingSections.map(({ label, to }) => [label, to]),
  );
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null, null]);
});

describe('the menu of billing', () => {
  const expectItem = (label: string, to: string): void => {
    expect(billingSections).toContainEqual({ label, to });
  };

  it('leads to Overview', { tags: ['HEADER-25'] }, () => expectItem('Overview', '/pricing/overview'));
  it('leads to Billing history', { tags: ['HEADER-26'] }, () =>
    expectItem('Billing history', '/pricing/history'),
  );
  it('leads to Credit Usage', { tags: ['HEADER-27'] }, () =>
    expectItem('Credit Usage', '/pricing/credit-usage'),
  );
  it('leads to Usage Limit', { tags: ['HEADER-28'] }, () =>
    expectItem('Usage Limit', '/pricing/usage-limit'),
  );
  it('leads to Knowledge Storage', { tags: ['HEADER-29'] }, () =>
    expectItem('Knowledge Storage', '/pricing/knowledge-storage'),
  );
});
