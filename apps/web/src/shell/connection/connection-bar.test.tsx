import { focusManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ada, engines } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';

const server = withBuilderServer();
const calls = ['GET /api/ready', 'GET /api/auth/session', 'GET /api/tenant/tenants'];
const bar = () => screen.queryByText('Reconnecting…');

/** Simulates the error page of a proxy, which answers for the server while the server cannot be reached. */
const goAway = () => {
  for (const call of calls)
    server.current.answersRaw[call] = { status: 502, body: '<h1>Bad Gateway</h1>', type: 'text/html' };
};
const comeBack = () => {
  for (const call of calls) delete server.current.answersRaw[call];
  server.current.answersRaw['GET /api/ready'] = { status: 200, body: {} };
};

beforeEach(() => {
  server.current.state.user = ada;
  comeBack();
});
afterEach(() => focusManager.setFocused(undefined));

it('says that the server is away, leaves what is shown, and reads it again when the server is back', async () => {
  open('/agents');
  await heading(/Ada$/);
  goAway();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(bar()).not.toBeNull());
  expect(bar()?.closest('[role="status"]')).not.toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: /Ada$/ })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  server.current.state.replies['GET /api/tenant/tenants'] = {
    data: { tenants: [engines, { ...engines, tenantId: 'ten_2', isOwn: false }] },
  };
  comeBack();
  await waitFor(() => expect(bar()).toBeNull());
  await screen.findByRole('button', { name: /Analytical Engines/ });
});

it('opens the page by itself, when the server was away as it was loaded', async () => {
  goAway();
  open('/agents');
  await screen.findByRole('heading', { name: 'Atelier cannot be reached' });
  comeBack();
  await heading(/Ada$/);
  expect(bar()).toBeNull();
});
