import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../tests/open-app.tsx';

const server = withBuilderServer();

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies['GET /api/tenant/admin/me'] = { data: { isAdministrator: true } };
});

describe('an owner', () => {
  it.each([
    ['/all-apps', 'All apps'],
    ['/apps', 'Apps'],
    ['/models', 'Models'],
    ['/knowledge-base', 'Knowledge'],
    ['/knowledge-base/data-import', /Import/],
    ['/manage-user', 'Users'],
    ['/users', 'Users'],
    ['/pricing/overview', 'Overview'],
    ['/pricing/overview/plan', 'Plan'],
    ['/pricing/history', 'Billing history'],
    ['/pricing/credit-usage', 'Credit Usage'],
    ['/pricing/usage-limit', 'Usage Limit'],
    ['/pricing/knowledge-storage', 'Knowledge Storage'],
    ['/settings/about', 'About'],
    ['/settings/profile', 'Profile'],
    ['/cancel-plan', 'Cancel plan'],
  ])(
    'finds a screen at %s',
    {
      tags: [
        'ROUTE-02',
        'ROUTE-03',
        'ROUTE-04',
        'ROUTE-10',
        'ROUTE-13',
        'ROUTE-14',
        'ROUTE-31',
        'ROUTE-32',
        'ROUTE-39',
        'ROUTE-40',
        'ROUTE-41',
        'ROUTE-42',
        'ROUTE-43',
        'ROUTE-44',
        'ROUTE-45',
        'ROUTE-46',
        'ROUTE-55',
      ],
    },
    async (path, name) => {
      open(path);
      expect(await heading(name)).toBeTruthy();
      expect(location.pathname).toBe(path);
    },
  );
});

it.each([
  ['/signup', 'Create your account'],
  ['/forgot', 'Forgot your password?'],
])('finds a screen at %s without an account', { tags: ['ROUTE-18', 'ROUTE-20'] }, async (path, name) => {
  server.current.state.user = null;
  open(path);
  expect(await heading(name)).toBeTruthy();
  expect(location.pathname).toBe(path);
});

it.each(['/agent', '/workflow', '/users/of/nobody', '/terms', '/privacy'])(
  'is at the start instead of at %s, where nothing stands, and says so',
  { tags: ['ROUTE-36', 'ROUTE-56', 'CONST-04'] },
  async (path) => {
    open(path);
    await heading(/Ada$/);
    expect(location.pathname).toBe('/agents');
    expect(await screen.findAllByText('That page does not exist. This is the start.')).toHaveLength(1);
  },
);

it('says who can open a screen that the role does not open, and draws no failure', async () => {
  server.current.state.user = { ...ada, role: 'USER', permissions: [...rolePermissions.USER] };
  open('/models');
  await heading('Models');
  await screen.findByText('Owners, Admins, and Builders can open this');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(server.current.seen.filter(({ url }) => url.includes('/models'))).toEqual([]);
});

it('opens the guarded screens to every role, also to an owner', async () => {
  server.current.state.user = { ...ada, role: 'USER', permissions: [...rolePermissions.USER] };
  open('/apps');
  await heading('Apps');
  expect(location.pathname).toBe('/apps');
});
