import { type Role, rolePermissions } from '@atelier/contracts/kernel/permissions';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { appReply } from '../../../../tests/app-reply.ts';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const as = (role: Role) => ({ ...ada, role, permissions: [...rolePermissions[role]] });
const owner = as('OWNER');
const builder = as('BUILDER');
const operator = as('OPERATOR');

const listCall = 'GET /api/content/users/access/app_1';
const outsideCall = 'GET /api/content/app-users/app_1';
const linkCall = 'POST /api/content/app-users/aac_1/link';
const giveCall = 'POST /api/content/manage-access';
const removeCall = 'DELETE /api/content/remove-access/app_1';

const userEntry = (userId: string, name: string, by: 'GRANT' | 'ROLE') => ({
  userId,
  name,
  email: `${userId}@example.com`,
  picture: null,
  role: by === 'GRANT' ? 'OPERATOR' : 'OWNER',
  by,
  grantedAt: by === 'GRANT' ? '2026-03-01T00:00:00.000Z' : null,
  grantedBy: by === 'GRANT' ? 'Ada Lovelace' : null,
  abilities: { canRemove: by === 'GRANT' },
});
const users = {
  items: [userEntry('usr_1', 'Ada Lovelace', 'ROLE'), userEntry('usr_2', 'Otto Operator', 'GRANT')],
  nextCursor: null,
  total: 2,
  invited: [{ email: 'new@example.com', role: 'OPERATOR', expiresAt: '2026-03-08T00:00:00.000Z' }],
};

const outsider = (accessId: string, more: object) => ({
  accessId,
  email: `${accessId}@example.org`,
  name: null,
  status: 'INVITED',
  invitedUntil: '2026-03-08T00:00:00.000Z',
  endsAt: null,
  givenBy: 'Ada Lovelace',
  createdAt: '2026-03-01T00:00:00.000Z',
  canCopyLink: true,
  ...more,
});
const outside = {
  items: [
    outsider('aac_1', {}),
    outsider('aac_2', { name: 'Mary Jackson', status: 'GRANTED', invitedUntil: null, canCopyLink: false }),
    outsider('aac_3', { status: 'REQUESTED', invitedUntil: null, givenBy: null, canCopyLink: false }),
  ],
  nextCursor: null,
  total: 3,
};

const emptyList = { data: { items: [], nextCursor: null, total: 0 } };

const server = withBuilderServer();

const openPanel = async (user: typeof ada) => {
  server.current.state.user = user;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    [listCall]: { data: users },
    [outsideCall]: { data: outside },
  };
  open('/apps/app_1?tab=access');
  await heading('Help desk');
};
const sent = (call: string) =>
  server.current.seen.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call);

describe('the access panel', () => {
  it('lists who was given access by whom, who sees it by role, and who is invited', async () => {
    await openPanel(owner);
    const table = await screen.findByRole('table', { name: 'People with access' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows[1]).toContain('By their role');
    expect(rows[2]).toContain('Given by Ada Lovelace');
    const invited = screen.getByRole('list', { name: 'Invited' });
    expect(invited.textContent).toContain('new@example.com');
  });

  it('gives access by email, and says on the field who has it already', { tags: ['ACCESS-06'] }, async () => {
    await openPanel(owner);
    server.current.state.replies[giveCall] = {
      status: 409,
      code: 'access.already_given',
      message: 'You have already given access to this account.',
    };
    await userEvent.click(await screen.findByRole('button', { name: 'Give access' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give access' });
    await userEvent.type(within(dialog).getByLabelText('Email'), 'otto@example.com');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Give access' }));
    await within(dialog).findByText('You have already given access to this account.');
    expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    server.current.state.replies[giveCall] = { data: { status: 'INVITED', userId: null } };
    await userEvent.click(within(dialog).getByRole('button', { name: 'Give access' }));
    await screen.findByText('otto@example.com was invited, and has access as soon as they accept.');
    expect(JSON.parse(sent(giveCall).at(-1)?.body ?? '')).toEqual({
      entityId: 'app_1',
      email: 'otto@example.com',
      role: 'USER',
      as: 'MEMBER',
    });
  });

  it('takes access back after a question, and only where it was given', async () => {
    await openPanel(owner);
    server.current.state.replies[removeCall] = { data: { done: true } };
    const table = await screen.findByRole('table', { name: 'People with access' });
    expect(within(table).queryByRole('button', { name: 'Actions for Ada Lovelace' })).toBeNull();
    await userEvent.click(within(table).getByRole('button', { name: 'Actions for Otto Operator' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke access' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke access from Otto Operator?' });
    expect(sent(removeCall)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));
    await screen.findByText('Otto Operator has no access any more.');
    expect(sent(removeCall).map(({ url }) => url.split('?')[1])).toEqual(['userId=usr_2']);
  });

  it('lists the people from outside the company, and revokes the access of one', async () => {
    await openPanel(owner);
    server.current.state.replies[removeCall] = { data: { done: true } };
    const table = await screen.findByRole('table', { name: 'People from outside your company' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows[1]).toContain('Invited by Ada Lovelace, until Mar 8, 2026');
    expect(rows[2]).toContain('Mary Jackson');
    expect(rows[3]).toContain('Asks for access');
    await userEvent.click(within(table).getByRole('button', { name: 'Actions for aac_2@example.org' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke access' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke access from aac_2@example.org?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));
    await screen.findByText('aac_2@example.org has no access any more.');
    expect(sent(removeCall).map(({ url }) => url.split('?')[1])).toEqual(['userId=aac_2']);
  });

  it('invites somebody to this app alone, and shows the link where no mail is sent', async () => {
    await openPanel(builder);
    server.current.state.replies[giveCall] = { data: { status: 'INVITED', userId: null } };
    server.current.state.replies[linkCall] = { data: { link: 'http://localhost/user/sign-up?token=api_1' } };
    await userEvent.click(await screen.findByRole('button', { name: 'Give access' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give access' });
    await userEvent.type(within(dialog).getByLabelText('Email'), 'mary@example.org');
    await userEvent.selectOptions(within(dialog).getByLabelText('Somebody new becomes'), 'APP_USER');
    fireEvent.change(within(dialog).getByLabelText(/^Last day/), { target: { value: '2099-12-31' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Give access' }));
    await screen.findByText('mary@example.org was invited, and has access as soon as they accept.');
    expect(JSON.parse(sent(giveCall).at(-1)?.body ?? '')).toMatchObject({
      as: 'APP_USER',
      endsAt: new Date('2099-12-31T23:59:59').toISOString(),
    });
    const table = await screen.findByRole('table', { name: 'People from outside your company' });
    await userEvent.click(within(table).getByRole('button', { name: 'Actions for aac_1@example.org' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    const field = await screen.findByLabelText('Invitation link');
    expect((field as HTMLInputElement).value).toBe('http://localhost/user/sign-up?token=api_1');
  });

  it('offers a builder to share with members only', { tags: ['ROLE-15'] }, async () => {
    await openPanel(builder);
    await userEvent.click(await screen.findByRole('button', { name: 'Give access' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give access' });
    expect(within(dialog).queryByLabelText('Role for somebody new')).toBeNull();
    expect(dialog.textContent).toContain('invited by an owner or admin first');
  });

  it('is not there for an operator', { tags: ['ROLE-15'] }, async () => {
    await openPanel(operator);
    await screen.findByRole('tab', { name: 'API' });
    expect(screen.queryByRole('tab', { name: 'Access' })).toBeNull();
    expect(sent(listCall)).toHaveLength(0);
  });
});

describe('the lists of an operator', () => {
  it('say plainly that nothing is shared yet and whom to ask', async () => {
    server.current.state.user = operator;
    server.current.state.replies = {
      'GET /api/tenant/shared-things': emptyList,
      'GET /api/orchestrator/flows': emptyList,
      'GET /api/prompts/prompts': emptyList,
      'GET /api/monitoring/subjects': {
        data: { from: '2026-02-01', to: '2026-03-01', items: [], isCutOff: false },
      },
    };
    for (const [path, title, missing] of [
      ['/apps', 'Apps', 'No apps are shared with you yet'],
      ['/knowledge-base', 'Knowledge', 'No knowledge bases are shared with you yet'],
      ['/all-apps', 'All apps', 'No apps are shared with you yet'],
      ['/flows', 'Flows', 'No flows are shared with you yet'],
      ['/prompt-manager', 'Prompts', 'No prompts are shared with you yet'],
      ['/monitor', 'Monitor', 'No apps are shared with you yet'],
      ['/agents', /^(Hello|Good )/, 'Nothing is shared with you yet'],
    ] as const) {
      open(path);
      await heading(title);
      await screen.findByText(missing);
      expect(screen.getByText(/Ask an owner, admin or builder of Analytical Engines/)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Ask for more access' })).toBeTruthy();
      cleanup();
    }
  });
});
