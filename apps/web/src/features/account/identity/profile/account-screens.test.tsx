import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const off = { isOn: false, since: null, recoveryCodesLeft: 0, hasPassword: true };
const on = { isOn: true, since: '2026-03-01T10:00:00.000Z', recoveryCodesLeft: 3, hasPassword: true };
const sessions = [
  {
    sessionId: 'sn_1',
    device: 'Firefox on Windows',
    address: '203.0.113.9',
    createdAt: '2026-03-01T10:00:00.000Z',
    lastUsedAt: '2026-03-02T10:00:00.000Z',
    isCurrent: true,
  },
  {
    sessionId: 'sn_2',
    device: 'Safari on iPhone',
    address: null,
    createdAt: '2026-03-01T11:00:00.000Z',
    lastUsedAt: '2026-03-02T11:00:00.000Z',
    isCurrent: false,
  },
];
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/auth/second-factor': { data: off },
    'GET /api/auth/sessions': { data: { sessions } },
    'GET /api/auth/account/deletion': { data: { tenants: [] } },
    'GET /api/auth/sign-up-terms': { data: { terms: true, privacy: true } },
  };
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const bodyOf = (call: string): unknown => {
  const found = server.current.seen.find(({ method, url }) => `${method} ${url}` === call);
  return found && JSON.parse(found.body || 'null');
};

describe('/settings/about', () => {
  it('shows the version, links and licences', { tags: ['ROUTE-45', 'ROUTE-47', 'CONST-01'] }, async () => {
    open('/settings/about');
    await heading('About');
    expect(screen.getByText('App version').nextElementSibling?.textContent).toBe('2.3.4');
    expect((await screen.findByRole('link', { name: 'Terms of use' })).getAttribute('href')).toBe('/terms');
    expect(screen.getByText('MIT').nextElementSibling?.textContent).toContain('Fastify');
  });

  it('is reached from the settings, like profile and security', { tags: ['ROUTE-47'] }, async () => {
    open('/settings/profile');
    await heading('Profile');
    await userEvent.click(screen.getByRole('link', { name: 'About' }));
    await heading('About');
    await userEvent.click(screen.getByRole('link', { name: 'Security' }));
    expect(await heading('Security')).toBeTruthy();
  });
});

describe('/settings/profile', () => {
  it('shows name, email, company and role, and saves the name', {
    tags: ['ROUTE-46', 'ROUTE-47'],
  }, async () => {
    server.current.state.replies['PUT /api/tenant/profile'] = {
      data: { user: { ...ada, name: 'Augusta Ada King' } },
    };
    open('/settings/profile');
    await heading('Profile');
    expect(screen.getByText('ada@example.com', { selector: 'div' })).toBeTruthy();
    expect(screen.getByText('Your role').nextElementSibling?.textContent).toBe('Owner');
    await userEvent.clear(screen.getByLabelText('Name'));
    await type('Name', 'Augusta Ada King');
    await press('Save name');
    await screen.findByText('Profile saved');
    expect(bodyOf('PUT /api/tenant/profile')).toEqual({ name: 'Augusta Ada King' });
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Augusta Ada King');
  });

  it('refuses a picture of another kind before it is sent, and uploads one', async () => {
    server.current.state.replies['PUT /api/auth/picture'] = {
      data: { profilePicture: '/api/auth/pictures/pic_1' },
    };
    open('/settings/profile');
    const input = await screen.findByLabelText('Profile picture');
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(input, new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }));
    await screen.findByText('Please choose a PNG, JPEG or WebP picture of at most 1 MB.');
    await user.upload(input, new File(['x'], 'me.png', { type: 'image/png' }));
    await screen.findByText('Picture saved');
    const sent = server.current.seen.filter(({ url }) => url === '/api/auth/picture');
    expect(sent.map(({ method }) => method)).toEqual(['PUT']);
  });

  it('orders a change of the email with the password', async () => {
    server.current.state.replies['POST /api/auth/change-email'] = { data: { done: true } };
    open('/settings/profile');
    await press('Change email');
    await press('Send the link');
    await screen.findByText('Please enter your email');
    await type('New email', 'countess@example.com');
    await type('Your password', 'Correct-Horse-7');
    await press('Send the link');
    await screen.findByText(/Your email changes when you follow it/);
    expect(bodyOf('POST /api/auth/change-email')).toEqual({
      email: 'countess@example.com',
      password: 'Correct-Horse-7',
    });
  });

  it('says what a deletion includes, and asks for the email and the password', async () => {
    server.current.state.replies = {
      ...server.current.state.replies,
      'GET /api/auth/account/deletion': {
        data: {
          tenants: [
            { tenantId: 'ten_1', tenantName: 'Engines', role: 'OWNER', otherMembers: 0, fate: 'deleted' },
            { tenantId: 'ten_2', tenantName: 'Navy', role: 'USER', otherMembers: 4, fate: 'left' },
          ],
        },
      },
      'POST /api/auth/account/delete': { data: { done: true } },
    };
    open('/settings/profile');
    await press('Delete account');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Engines is deleted with its apps/)).toBeTruthy();
    expect(dialog.getByText('You leave Navy. What you made there stays.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Your password'), 'Correct-Horse-7');
    await userEvent.type(dialog.getByLabelText('Type ada@example.com to confirm'), 'ada@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    await heading('Welcome back');
    expect(bodyOf('POST /api/auth/account/delete')).toEqual({
      email: 'ada@example.com',
      password: 'Correct-Horse-7',
    });
  });

  it('says what to do first while one owns a company with other members', async () => {
    server.current.state.replies['GET /api/auth/account/deletion'] = {
      data: {
        tenants: [
          { tenantId: 'ten_1', tenantName: 'Engines', role: 'OWNER', otherMembers: 2, fate: 'keeps' },
        ],
      },
    };
    open('/settings/profile');
    await screen.findByText('You own Engines, which has 2 other members.');
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });
});

describe('/settings/security', () => {
  it('opens the Change Password dialog for a user with a password', async () => {
    open('/settings/security');
    await press('Change password');
    expect(await screen.findByLabelText('Current Password')).toBeTruthy();
  });

  it('says so to a user without a password', async () => {
    server.current.state.replies['GET /api/auth/second-factor'] = { data: { ...off, hasPassword: false } };
    open('/settings/security');
    await screen.findByText('You sign in without a password.');
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
  });

  it('sets two-factor sign-in up: password, picture and key, first code, recovery codes', async () => {
    server.current.state.replies = {
      ...server.current.state.replies,
      'POST /api/auth/second-factor/set-up': {
        data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Atelier:ada?secret=ABCDEFGH' },
      },
      'POST /api/auth/second-factor/confirm': { data: { recoveryCodes: codes } },
    };
    open('/settings/security');
    await press('Set up');
    await type('Your password', 'Correct-Horse-7');
    await press('Continue');
    const picture = await screen.findByRole('img', { name: /QR code/ });
    expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/);
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await type('Code that the app shows', '123456');
    await press('Turn on');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes);
    server.current.state.replies['GET /api/auth/second-factor'] = { data: on };
    await press('I have kept them');
    await screen.findByText('3 recovery codes left. Make new ones before they run out.');
  });

  it('turns it off with a code', async () => {
    server.current.state.replies['GET /api/auth/second-factor'] = { data: on };
    server.current.state.replies['POST /api/auth/second-factor/turn-off'] = { data: { done: true } };
    open('/settings/security');
    await press('Turn off');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Code'), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
    await screen.findByText('Two-factor sign-in is off');
    expect(bodyOf('POST /api/auth/second-factor/turn-off')).toEqual({ code: '123456' });
  });

  it('lists the sessions, says which one this is, and ends another one after asking', async () => {
    server.current.state.replies['DELETE /api/auth/sessions/sn_2'] = { data: { done: true } };
    open('/settings/security');
    const current = (await screen.findByText('Firefox on Windows')).closest('li');
    expect(current?.textContent).toContain('This one');
    expect(current?.querySelector('button')).toBeNull();
    await press(/End the session of Safari on iPhone/);
    await press('End session');
    await screen.findByText('The session has ended');
    await waitFor(() => expect(bodyOf('DELETE /api/auth/sessions/sn_2')).toBeNull());
  });

  it('ends all other sessions after asking', async () => {
    server.current.state.replies['POST /api/auth/sessions/end-others'] = { data: { ended: 1 } };
    open('/settings/security');
    await press('End all others');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('You are signed out everywhere else')).toBeTruthy();
    expect(bodyOf('POST /api/auth/sessions/end-others')).toEqual({ revokeApiKey: false });
  });

  it('revokes the API keys with all other sessions when it is asked to', async () => {
    server.current.state.replies['POST /api/auth/sessions/end-others'] = { data: { ended: 1 } };
    open('/settings/security');
    await press('End all others');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Also revoke my API keys' }));
    await userEvent.click(dialog.getByRole('button', { name: 'End all others' }));
    await screen.findByText('You are signed out everywhere else');
    expect(bodyOf('POST /api/auth/sessions/end-others')).toEqual({ revokeApiKey: true });
  });
});
