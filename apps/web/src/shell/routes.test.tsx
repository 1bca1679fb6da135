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

/** Expects a screen with this heading at the address. */
const expectScreen = async (path: string, name: string | RegExp): Promise<void> => {
  open(path);
  expect(await heading(name)).toBeTruthy();
  expect(location.pathname).toBe(path);
};

describe('an owner finds the screen for', () => {
  it('all apps', { tags: ['ROUTE-02'] }, () => expectScreen('/all-apps', 'All apps'));
  it('the list of apps', { tags: ['ROUTE-04'] }, () => expectScreen('/apps', 'Apps'));
  it('flows', { tags: ['ROUTE-11'] }, () => expectScreen('/flows', 'Flows'));
  it('the runs of flows', { tags: ['ROUTE-09'] }, () => expectScreen('/workflow', 'Runs of flows'));
  it('models', { tags: ['ROUTE-10'] }, () => expectScreen('/models', 'Models'));
  it('knowledge bases', { tags: ['ROUTE-13'] }, () => expectScreen('/knowledge-base', 'Knowledge'));
  it('an import', { tags: ['ROUTE-14'] }, () => expectScreen('/knowledge-base/data-import', /Import/));
  it('users', { tags: ['ROUTE-31'] }, () => expectScreen('/manage-user', 'Users'));
  it('users at the second address', { tags: ['ROUTE-32'] }, () => expectScreen('/users', 'Users'));
  it('the plan', { tags: ['ROUTE-39'] }, () => expectScreen('/pricing/overview', 'Overview'));
  it('the choice of a plan', { tags: ['ROUTE-40'] }, () => expectScreen('/pricing/overview/plan', 'Plan'));
  it('invoices', { tags: ['ROUTE-41'] }, () => expectScreen('/pricing/history', 'Billing history'));
  it('the use of credits', { tags: ['ROUTE-42'] }, () =>
    expectScreen('/pricing/credit-usage', 'Credit Usage'),
  );
  it('limits', { tags: ['ROUTE-43'] }, () => expectScreen('/pricing/usage-limit', 'Usage Limit'));
  it('storage', { tags: ['ROUTE-44'] }, () =>
    expectScreen('/pricing/knowledge-storage', 'Knowledge Storage'),
  );
  it('the product itself', { tags: ['ROUTE-45'] }, () => expectScreen('/settings/about', 'About'));
  it('the profile', { tags: ['ROUTE-46'] }, () => expectScreen('/settings/profile', 'Profile'));
  it('the cancellation of a plan', { tags: ['ROUTE-55'] }, () => expectScreen('/cancel-plan', 'Cancel plan'));
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

it.each(['/agent/of/nobody', '/users/of/nobody', '/terms', '/privacy'])(
  'leads to the start instead of to %s, where nothing exists, and says so',
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

it.each([
  ['/tools', 'Tools', 'OPERATOR', 'Owners, Admins, and Builders can open this'],
  ['/flows/flw_1', 'Flow', 'USER', 'Owners, Admins, Builders, and Operators can open this'],
  ['/approvals', 'Approvals', 'USER', 'Owners, Admins, Builders, and Operators can open this'],
] as const)('says so at %s, which no menu offers to the role', async (path, title, role, who) => {
  server.current.state.user = { ...ada, role, permissions: [...rolePermissions[role]] };
  open(path);
  await heading(title);
  await screen.findByText(who);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('opens the guarded screens to every role, also to an owner', async () => {
  server.current.state.user = { ...ada, role: 'USER', permissions: [...rolePermissions.USER] };
  open('/apps');
  await heading('Apps');
  expect(location.pathname).toBe('/apps');
});
