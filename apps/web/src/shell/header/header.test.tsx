import { type Role, rolePermissions } from '@atelier/contracts/kernel/permissions';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, engines, nothingDone, premium } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';
import { pageReply } from '../../../tests/source-replies.ts';
import { agentsState } from '../../lib/account/agents-state.ts';

const server = withBuilderServer();
const as = (role: Role) => ({ ...ada, role, permissions: [...rolePermissions[role]] });
const banner = async () => (await screen.findAllByRole('banner'))[0] ?? document.body;
const openAccount = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }));
  return screen.findByRole('menu');
};
const balance = (credits: number) => ({
  data: { ...premium, featureBalances: { credits }, addOns: { credits: 0 } },
});

beforeEach(() => {
  agentsState.reset();
  server.current.state.user = ada;
});

describe('the menu', () => {
  it('has what there is, in its order, and marks where one is', {
    tags: ['HEADER-02', 'HEADER-03'],
  }, async () => {
    open('/apps');
    await heading('Apps');
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Agents', '/agents'],
      ['Apps', '/apps'],
      ['Flows', '/flows'],
      ['Knowledge', '/knowledge-base'],
      ['Prompts', '/prompt-manager'],
      ['Monitor', '/monitor'],
      ['Models', '/models'],
    ]);
    const marked = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map((link) => link.textContent)).toEqual(['Apps']);
  });

  it('marks the entry of a screen with an address beside it', async () => {
    server.current.state.replies['GET /api/crew/tools'] = pageReply([]);
    open('/tools');
    await heading('Tools');
    const marked = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link', {
      current: true,
    });
    expect(marked.map((link) => link.textContent)).toEqual(['Flows']);
  });

  it('is a side menu on a phone, closed at first, with Get Started at its end', {
    tags: ['HEADER-05', 'ROUTE-70'],
  }, async () => {
    open('/agents');
    const burger = await screen.findByRole('button', { name: 'Open the menu' });
    expect([burger.getAttribute('aria-expanded'), screen.queryByRole('dialog')]).toEqual(['false', null]);
    await userEvent.click(burger);
    const menu = await screen.findByRole('dialog');
    await within(menu).findByRole('link', { name: 'Get Started' });
    const names = within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names).toEqual([
      'Agents',
      'Apps',
      'Flows',
      'Knowledge',
      'Prompts',
      'Monitor',
      'Models',
      'Get Started',
    ]);
  });

  it('leads from Get Started to the import and closes', { tags: ['HEADER-06'] }, async () => {
    open('/agents');
    await userEvent.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const start = await within(await screen.findByRole('dialog')).findByRole('link', { name: 'Get Started' });
    expect(start.getAttribute('href')).toBe('/knowledge-base/data-import');
    await userEvent.click(start);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname).toBe('/knowledge-base/data-import');
  });

  it.each([
    ['a knowledge base exists', { data: { ...nothingDone, isKnowledgeBaseExist: true } }],
    ['nothing is known yet', { status: 500, code: 'server.internal', message: 'Broken.' }],
  ])('leaves out Get Started when %s', { tags: ['HEADER-07'] }, async (_case, reply) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.current.state.replies['GET /api/content/account-completion'] = reply;
    open('/agents');
    await userEvent.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = await screen.findByRole('dialog');
    await within(menu).findByRole('link', { name: 'Knowledge' });
    expect(within(menu).queryByRole('link', { name: 'Get Started' })).toBeNull();
    const isUnread = 'status' in reply;
    await waitFor(() => expect(log.mock.calls.length > 0).toBe(isUnread));
    for (const call of log.mock.calls)
      expect(call).toEqual(['The progress of the company could not be read:', 'Broken.']);
    log.mockRestore();
  });

  it('is hidden with the account on the page of a public agent; the logo stays', {
    tags: ['HEADER-01'],
  }, async () => {
    open('/agents');
    await heading(/Ada$/);
    act(() => agentsState.set({ isPublicAgent: true }));
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(within(await banner()).queryAllByRole('button')).toEqual([]);
    expect(
      within(await banner())
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/agents');
  });
});

describe('the credit pill', () => {
  it('leads to the credit usage', { tags: ['HEADER-09', 'HEADER-10', 'CREDIT-05'] }, async () => {
    open('/agents');
    await userEvent.click(await screen.findByRole('button', { name: '5,020 credits' }));
    await waitFor(() => expect(location.pathname).toBe('/pricing/credit-usage'));
  });

  it('leads to the plans while there is none', { tags: ['HEADER-11', 'BILLING-04'] }, async () => {
    server.current.state.replies['GET /api/payment/subscription'] = {
      status: 404,
      code: 'billing.no_plan',
      message: 'No plan.',
    };
    open('/agents');
    await userEvent.click(await screen.findByRole('button', { name: /^0 credits/ }));
    await waitFor(() => expect(location.pathname).toBe('/pricing/overview/plan'));
  });

  it.each(['ADMIN', 'BUILDER', 'OPERATOR', 'USER'] as const)(
    'is a button for owners and admins only, which %s is or is not',
    { tags: ['HEADER-12', 'ROLE-04'] },
    async (role) => {
      server.current.state.user = as(role);
      open('/agents');
      await screen.findByText('5,020', { exact: false });
      expect(screen.queryByRole('button', { name: '5,020 credits' }) !== null).toBe(role === 'ADMIN');
    },
  );

  it.each(['OWNER', 'USER'] as const)(
    'warns %s below 1000 and never shows less than nothing',
    { tags: ['HEADER-13', 'CREDIT-02', 'CREDIT-06'] },
    async (role) => {
      server.current.state.user = as(role);
      server.current.state.replies['GET /api/payment/subscription'] = balance(-3);
      open('/agents');
      const icon = await screen.findByLabelText('Low Credits');
      expect((await banner()).textContent).toContain('0 credits');
      await userEvent.hover(icon);
      await screen.findByRole('tooltip', { name: 'Low Credits' });
    },
  );

  it('warns of each low balance once, in a toast that can be closed', {
    tags: ['CREDIT-03', 'CREDIT-04', 'BANNER-01'],
  }, async () => {
    server.current.state.replies['GET /api/payment/subscription'] = balance(999);
    open('/agents');
    const toast = (await screen.findByText('Your credit balance is low.')).closest('[role="status"]');
    if (!(toast instanceof HTMLElement)) throw new Error('The warning is no toast.');
    await userEvent.click(within(toast).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Your credit balance is low.')).toBeNull());
  });
});

describe('the gear', () => {
  const items = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Settings and billing' }));
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  };

  it.each([
    ['OWNER', 'auth_1', ['Settings', 'Billing', 'Change Password']],
    ['OWNER', 'google-oauth2_1', ['Settings', 'Billing']],
    ['ADMIN', 'auth_1', ['Settings', 'Billing']],
  ] as const)(
    'offers %s %s what they may set',
    { tags: ['HEADER-14', 'HEADER-17'] },
    async (role, userId, expected) => {
      server.current.state.user = { ...as(role), userId };
      open('/agents');
      expect(await items()).toEqual(expected);
    },
  );

  it.each(['BUILDER', 'OPERATOR', 'USER'] as const)(
    'is not there for %s',
    { tags: ['HEADER-14'] },
    async (role) => {
      server.current.state.user = { ...as(role), userId: 'auth_1' };
      open('/agents');
      await heading(/Ada$/);
      expect(screen.queryByRole('button', { name: 'Settings and billing' })).toBeNull();
    },
  );

  it.each([
    ['Settings', '/manage-user'],
    ['Billing', '/pricing/overview'],
  ])('leads from %s to %s', { tags: ['HEADER-15', 'HEADER-16'] }, async (name, path) => {
    open('/agents');
    await items();
    await userEvent.click(screen.getByRole('menuitem', { name }));
    await waitFor(() => expect(location.pathname).toBe(path));
  });

  it('opens the dialog for the password, which goes to the root when the session ends', {
    tags: ['HEADER-17', 'PASSWORD-05'],
  }, async () => {
    server.current.state.user = { ...ada, userId: 'auth_1' };
    open('/agents');
    await items();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change Password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change Password' });
    server.current.state.replies['POST /api/auth/id-token'] = { data: { idToken: 'proof-0123456789' } };
    server.current.state.replies['POST /api/auth/change-password'] = {
      status: 401,
      code: 'auth.unauthenticated',
      message: 'no',
    };
    await userEvent.type(within(dialog).getByLabelText('Current Password'), 'Secret1!');
    await userEvent.type(within(dialog).getByLabelText('Enter New Password'), 'Secret2!');
    await userEvent.type(within(dialog).getByLabelText('Confirm New Password'), 'Secret2!');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Update Password' }));
    await heading('Welcome back');
    expect(location.pathname).toBe('/');
  });
});

describe('the account menu', () => {
  it('shows the picture', { tags: ['HEADER-18'] }, async () => {
    server.current.state.user = { ...ada, profilePicture: '/api/pictures/ada.png' };
    open('/agents');
    const menu = await openAccount();
    expect(menu.querySelector('img')?.getAttribute('src')).toBe('/api/pictures/ada.png');
  });

  it('shows the first name and the shortened email', {
    tags: ['HEADER-19', 'HEADER-20', 'HEADER-21'],
  }, async () => {
    server.current.state.user = { ...ada, email: 'augusta.ada.lovelace@analytical-engines.example' };
    open('/agents');
    const menu = await openAccount();
    expect(menu.textContent).toContain('Ada');
    expect(menu.textContent).toContain('augusta.ada…@analytical…');
  });

  it('lists the companies, the user’s own one first, the current one marked, with a search when there are many', {
    tags: ['HEADER-22'],
  }, async () => {
    const names = ['Menabrea', 'Babbage', 'Clement', 'Greenwich', 'Herschel', 'Somerville'];
    const others = names.map((tenantName, at) => ({
      ...engines,
      tenantId: `ten_x${at}`,
      tenantName,
      role: 'USER',
      isOwn: false,
    }));
    server.current.state.replies['GET /api/tenant/tenants'] = { data: { tenants: [...others, engines] } };
    open('/agents');
    const menu = await openAccount();
    const shown = async () =>
      (await within(menu).findAllByRole('menuitemradio')).map((item) => item.textContent);
    expect((await shown())[0]).toBe('Analytical EnginesOwner');
    expect((await shown())[1]).toBe('BabbageUser');
    expect(within(menu).getByRole('menuitemradio', { checked: true }).textContent).toContain(
      'Analytical Engines',
    );
    await userEvent.type(within(menu).getByLabelText('Search companies'), 'her');
    expect(await shown()).toEqual(['HerschelUser']);
    await userEvent.type(within(menu).getByLabelText('Search companies'), 'zzz');
    within(menu).getByText('No company has this name.');
  });

  it('ends with Sign Out', { tags: ['HEADER-23'] }, async () => {
    open('/agents');
    const menu = await openAccount();
    expect(within(menu).getAllByRole('menuitem').at(-1)?.textContent).toBe('Sign Out');
  });
});
