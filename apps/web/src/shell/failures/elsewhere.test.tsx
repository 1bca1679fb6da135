import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ada, engines } from '../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../tests/open-app.tsx';

const server = withBuilderServer();
const sons = { ...engines, tenantId: 'ten_2', tenantName: 'Difference & Sons', isOwn: false };
const find = 'GET /api/tenant/tenant-of-entity';
const asked = () => server.current.seen.filter(({ url }) => url.startsWith('/api/tenant/tenant-of-entity'));

beforeEach(() => {
  server.current.state.user = ada;
  Object.assign(server.current.state.replies, {
    'GET /api/tenant/tenants': { data: { tenants: [engines, sons] } },
    'GET /api/content/knowledge-base/kb_7': {
      status: 404,
      code: 'knowledge.not_found',
      message: 'This knowledge base does not exist.',
    },
    [find]: { data: { tenant: { tenantId: 'ten_2', tenantName: 'Difference & Sons' } } },
  });
});

it('offers to change to the company that a link leads into, and opens it there', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  server.current.state.replies['POST /api/tenant/switch-tenant'] = {
    data: { user: { ...ada, tenantId: 'ten_2' } },
  };
  open('/knowledge-base/kb_7/documents');
  const change = await screen.findByRole('button', { name: 'Switch to Difference & Sons' });
  // The page must not also say that the object does not exist.
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'This is at Difference & Sons',
  ]);
  await userEvent.click(change);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(location.pathname).toBe('/knowledge-base/kb_7/documents');
  expect(asked().map(({ url }) => url)).toEqual(['/api/tenant/tenant-of-entity?entityId=kb_7']);
  reload.mockRestore();
});

it('offers nothing where no other company has it', async () => {
  server.current.state.replies[find] = { data: { tenant: null } };
  open('/knowledge-base/kb_7/documents');
  await screen.findByText('This knowledge base does not exist.', { exact: false });
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Switch to/ })).toBeNull();
});

it('asks nobody who has one company only', async () => {
  server.current.state.replies['GET /api/tenant/tenants'] = { data: { tenants: [engines] } };
  open('/knowledge-base/kb_7/documents');
  await screen.findByText('This knowledge base does not exist.', { exact: false });
  expect(asked()).toEqual([]);
});
