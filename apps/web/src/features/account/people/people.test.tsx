import type { InvitationShown, Member, TenantDetails } from '@atelier/contracts/account/people/people';
import { type Role, rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ada, engines } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { readCookie } from '../../../lib/browser/cookies.ts';

const server = withBuilderServer();

const signedInAs = (role: Role) => {
  server.current.state.user = { ...ada, role, permissions: [...rolePermissions[role]] };
};

const grace: Member = {
  id: 'usr_2',
  status: 'ACTIVE',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  profilePicture: null,
  role: 'USER',
  isSelf: false,
  joinedAt: '2026-03-01T00:00:00.000Z',
  lastActiveAt: null,
  invitedBy: 'Ada Lovelace',
  expiresAt: null,
  abilities: { changeRole: true, remove: true, resend: false, revoke: false, copyLink: false },
};
const joan: Member = {
  ...grace,
  id: 'inv_1',
  status: 'INVITED',
  name: null,
  email: 'joan@example.com',
  joinedAt: null,
  expiresAt: '2026-03-08T00:00:00.000Z',
  abilities: { changeRole: false, remove: false, resend: true, revoke: true, copyLink: true },
};

const { isOwn: _isOwn, ...shared } = engines;
const tenant: TenantDetails = {
  ...shared,
  createdAt: '2026-01-01T00:00:00.000Z',
  invitedBy: [],
  userWalkthroughTutorials: ada.userWalkthroughTutorials,
};

const withMembers = () => {
  server.current.state.replies['GET /api/tenant/members'] = {
    data: { items: [grace, joan], nextCursor: null, total: 2 },
  };
};
const sent = (call: string) =>
  server.current.seen.find(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === call);

describe('the users', () => {
  it.each(['/manage-user', '/users'])(
    'are shown at %s',
    { tags: ['TENANT-16', 'TENANT-17'] },
    async (path) => {
      signedInAs('ADMIN');
      withMembers();
      open(path);
      await heading('Users');
      const sections = within(screen.getByRole('navigation', { name: 'Settings' }));
      expect(sections.getByRole('link', { current: 'page' }).textContent).toBe('Users');
      const table = await screen.findByRole('table', { name: 'Users' });
      for (const column of ['Name', 'Email', 'Role', 'Status', 'Joined', 'Last active'])
        expect(within(table).getByRole('columnheader', { name: new RegExp(`^${column}`) })).toBeTruthy();
      expect(
        within(table).getByRole('row', { name: /Grace Hopper.*grace@example.com.*User.*Active/ }),
      ).toBeTruthy();
      expect(
        within(table).getByRole('row', { name: /Not here yet.*joan@example.com.*Invited/ }),
      ).toBeTruthy();
      expect(screen.getByText(/Manages users, settings and billing/)).toBeTruthy();
    },
  );

  it('are invited by mail, as User unless another role is chosen', {
    tags: ['ROLE-05', 'TENANT-20'],
  }, async () => {
    signedInAs('OWNER');
    withMembers();
    server.current.state.replies['POST /api/tenant/invitations'] = {
      data: { invitationId: 'inv_2', canCopyLink: false },
    };
    open('/manage-user');
    await userEvent.click(await screen.findByRole('button', { name: 'Invite user' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('radio', { name: 'User' })).toHaveProperty('checked', true);
    expect(within(dialog).queryByRole('radio', { name: 'Owner' })).toBeNull();
    await userEvent.type(within(dialog).getByLabelText('Email'), 'new@example.com');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
    await screen.findByText('User invited successfully');
    expect(JSON.parse(sent('POST /api/tenant/invitations')?.body ?? '')).toEqual({
      email: 'new@example.com',
      role: 'USER',
    });
  });

  it('are invited by a link that can be copied when there is no mail server', async () => {
    signedInAs('OWNER');
    withMembers();
    const link = 'http://atelier.test/invitation?token=inv_abc';
    Object.assign(server.current.state.replies, {
      'GET /api/auth/operator': { data: { state: 'UNPROVEN', sendsMail: false } },
      'POST /api/tenant/invitations': { data: { invitationId: 'inv_2', canCopyLink: true } },
      'POST /api/tenant/invitations/inv_2/link': { data: { link } },
    });
    open('/manage-user');
    await userEvent.click(await screen.findByRole('button', { name: 'Invite user' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^This server sends no mail/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Email'), 'new@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
    const copy = await screen.findByRole('button', { name: 'Copy invitation link' });
    await waitFor(() => expect(document.activeElement).toBe(copy));
    expect(screen.getByLabelText('Invitation link')).toHaveProperty('value', link);
  });

  it('are told at the address why it is not mailed again that day', { tags: ['TENANT-17'] }, async () => {
    signedInAs('OWNER');
    withMembers();
    const message = 'This email got enough invitations for today.';
    server.current.state.replies['POST /api/tenant/invitations'] = {
      status: 429,
      code: 'people.address_invited_often',
      message,
    };
    open('/manage-user');
    await userEvent.click(await screen.findByRole('button', { name: 'Invite user' }));
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByLabelText('Email');
    await userEvent.type(field, 'new@example.com');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
    await within(dialog).findByText(message);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('get another role, which is explained', { tags: ['TENANT-21'] }, async () => {
    signedInAs('OWNER');
    withMembers();
    server.current.state.replies['PUT /api/tenant/members/usr_2'] = { data: { done: true } };
    open('/manage-user');
    await userEvent.click(await screen.findByRole('button', { name: /Grace Hopper/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change role' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Builder' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('User updated successfully');
    expect(JSON.parse(sent('PUT /api/tenant/members/usr_2')?.body ?? '')).toEqual({ role: 'BUILDER' });
  });

  it('are not managed by a User, who is told whom to ask', { tags: ['ROLE-10'] }, async () => {
    signedInAs('USER');
    server.current.state.replies['GET /api/tenant/tenants/ten_1'] = { data: tenant };
    open('/manage-user');
    await screen.findByText('Users are managed by owners and admins');
    expect(screen.getByText(/ask Ada \(ada@example.com\), who owns the company/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Invite user' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ask for more access' })).toBeNull();
    expect(sent('GET /api/tenant/members')).toBeUndefined();
  });

  it('with the role Operator ask the user who invited them for more access', {
    tags: ['ROLE-07'],
  }, async () => {
    signedInAs('OPERATOR');
    server.current.state.replies['GET /api/tenant/tenants/ten_1'] = { data: tenant };
    server.current.state.replies['POST /api/tenant/ask-for-access'] = { data: { done: true } };
    open('/manage-user');
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for more access' }));
    await userEvent.type(await screen.findByLabelText('What do you need, and what for?'), 'The shop app');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Your request is on its way.');
    expect(JSON.parse(sent('POST /api/tenant/ask-for-access')?.body ?? '')).toEqual({
      message: 'The shop app',
    });
  });
});

describe('the company', () => {
  it('shows the ways out that fit the role', { tags: ['ROLE-03', 'ROLE-04'] }, async () => {
    signedInAs('ADMIN');
    server.current.state.replies['GET /api/tenant/tenants/ten_1'] = { data: { ...tenant, role: 'ADMIN' } };
    open('/settings/company');
    await screen.findByRole('button', { name: 'Leave company' });
    expect(screen.getByRole('button', { name: 'Rename' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete company' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Transfer ownership' })).toBeNull();
  });

  it('is deleted only after its name was typed next to a list of its contents', async () => {
    signedInAs('OWNER');
    server.current.state.replies['GET /api/tenant/tenants/ten_1'] = { data: tenant };
    server.current.state.replies['GET /api/tenant/tenants/ten_1/holdings'] = {
      data: {
        tenantName: 'Analytical Engines',
        members: 2,
        invitations: 0,
        entities: [{ kind: 'APP', label: 'Apps', count: 3 }],
        files: { count: 0, bytes: 0 },
        credits: 5,
      },
    };
    open('/settings/company');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete company' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Apps: 3');
    const confirm = within(dialog).getByRole('button', { name: 'Delete company' });
    expect(confirm).toHaveProperty('disabled', true);
    await userEvent.type(
      within(dialog).getByLabelText('Type Analytical Engines to confirm'),
      'Analytical Engines',
    );
    expect(confirm).toHaveProperty('disabled', false);
  });
});

describe('the link of an invitation', () => {
  const invitation: InvitationShown = {
    companyName: 'Difference & Sons',
    invitedBy: 'Charles Babbage',
    role: 'BUILDER',
    email: 'ada@example.com',
    expiresAt: '2026-03-08T00:00:00.000Z',
    status: 'PENDING',
    hasAccount: true,
  };
  const path = '/invitation?token=inv_token';
  const invites = (change: Partial<InvitationShown> = {}) => {
    server.current.state.replies['GET /api/tenant/invitation/inv_token'] = {
      data: { ...invitation, ...change },
    };
  };

  it('says who invites, where to and as what, before sign-in', { tags: ['TENANT-18'] }, async () => {
    invites({ hasAccount: false });
    open(path);
    await heading('Join Difference & Sons');
    expect(screen.getByText(/Charles Babbage invites you as Builder/)).toBeTruthy();
    expect(screen.getByLabelText('Email')).toHaveProperty('readOnly', true);
    expect(screen.getByRole('button', { name: 'Create account and join' })).toBeTruthy();
  });

  it('asks a user with an account to sign in, and leads back', async () => {
    invites();
    open(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to join' }));
    await heading('Welcome back');
    expect(location.search).toBe('?token=inv_token');
    expect(readCookie('last_route')).toBe(path);
  });

  it('lets the signed-in user join with one click', async () => {
    signedInAs('OWNER');
    invites();
    server.current.state.replies['POST /api/tenant/invitation/inv_token/accept'] = {
      data: { user: { ...ada, tenantId: 'ten_2', companyName: 'Difference & Sons' } },
    };
    open(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Join Difference & Sons' }));
    await screen.findByText('Welcome to Difference & Sons.');
    await waitFor(() => expect(location.pathname).toBe('/agents'));
  });

  it('signs somebody else out first, when they say so', { tags: ['SESSION-11'] }, async () => {
    signedInAs('OWNER');
    invites({ email: 'grace@example.com' });
    open(path);
    const leave = await screen.findByRole('button', { name: 'Sign out and go on as grace@example.com' });
    expect(sent('POST /api/auth/sign-out')).toBeUndefined();
    await userEvent.click(leave);
    await screen.findByRole('button', { name: 'Sign in to join' });
    expect(sent('POST /api/auth/sign-out')).toBeTruthy();
    expect(screen.getByText('ada@example.com was signed out.')).toBeTruthy();
  });

  it.each([
    ['EXPIRED', /has expired/],
    ['ACCEPTED', /was used already/],
    ['REVOKED', /was revoked/],
  ] as const)('says that it is %s', async (status, words) => {
    invites({ status });
    open(path);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /join/i })).toBeNull();
  });

  it('that is cut short says so', async () => {
    open('/invitation');
    expect(await screen.findByText(/This link is not complete/)).toBeTruthy();
  });
});
