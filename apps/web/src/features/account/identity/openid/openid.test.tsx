import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { writeCookie } from '../../../../lib/browser/cookies.ts';

const server = withBuilderServer();
const reply = (
  call: string,
  answer: { status?: number; data?: unknown; code?: string; message?: string },
) => {
  server.current.state.replies[call] = answer;
};
const bodyOf = (path: string): unknown =>
  JSON.parse(server.current.seen.find((request) => request.url === path)?.body ?? 'null');

const google = { provider: 'google', kind: 'GOOGLE', name: 'Google' };
const microsoft = { provider: 'microsoft', kind: 'MICROSOFT', name: 'Microsoft' };
const hosted = { provider: 'openid', kind: 'AUTH0', name: 'Acme login' };
const offer = (providers: object[], signUp = 'open') =>
  reply('GET /api/auth/providers', { data: { providers, signUp } });

describe('the sign-in page', () => {
  it('offers the hosted provider, Google and Microsoft beside the password, where they are set up', {
    tags: ['AUTH-01', 'AUTH-02'],
  }, async () => {
    offer([google, microsoft, hosted]);
    open('/');
    for (const name of ['Google', 'Microsoft', 'Acme login'])
      expect(await screen.findByRole('button', { name: `Continue with ${name}` })).toBeTruthy();
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('says why a provider cannot be used, and lets one try again', async () => {
    offer([google]);
    const message = 'The sign-in service cannot be reached at the moment. Please try again in a minute.';
    reply('POST /api/auth/openid/start', { status: 502, code: 'openid.provider_unreachable', message });
    open('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toHaveProperty('disabled', false);
  });
});

describe('the way back from a provider', () => {
  it('finishes the sign-in and leads to where one wanted to go', {
    tags: ['ROUTE-52', 'AUTH-02'],
  }, async () => {
    reply('POST /api/auth/openid/callback', { data: { user: ada, linked: false, returnTo: null } });
    writeCookie('last_route', '/agents?tab=mine');
    open('/auth/callback?code=c&state=s&iss=https%3A%2F%2Fid.example.com');
    await heading(/Ada$/);
    expect(location.pathname + location.search).toBe('/agents?tab=mine');
    expect(bodyOf('/api/auth/openid/callback')).toEqual({
      code: 'c',
      state: 's',
      iss: 'https://id.example.com',
    });
  });

  it('shows the second step where two-factor sign-in is on', async () => {
    server.current.state.replies['POST /api/auth/openid/callback'] = {
      status: 412,
      code: 'auth.second_factor_required',
      details: { challenge: 'sfc_one' },
    };
    open('/auth/callback?code=c&state=s');
    expect(await heading('One more step')).toBeTruthy();
  });

  it.each([
    ['?error=access_denied&error_description=Call+0800+EVIL', 'You cancelled the sign-in'],
    ['?error=made_up', 'refused the sign-in'],
    ['?state=s', 'This address is not complete'],
  ])('says in plain words what %s means, and never what the address says', async (query, words) => {
    open(`/auth/callback${query}`);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    expect(document.body.textContent).not.toContain('EVIL');
    expect(server.current.seen.some(({ url }) => url === '/api/auth/openid/callback')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Back to the sign-in' }));
    expect(await heading('Welcome back')).toBeTruthy();
  });

  it('shows the failure of the server, and the waiting list to a visitor who needs an invitation', {
    tags: ['AUTH-05', 'AUTH-06'],
  }, async () => {
    const message =
      'You need an invitation to use Atelier. Please contact support, or join the waiting list.';
    reply('POST /api/auth/openid/callback', { status: 403, code: 'auth.invite_required', message });
    open('/auth/callback?code=c&state=s');
    expect((await screen.findByRole('alert')).textContent).toContain('Please contact support');
    await userEvent.click(screen.getByRole('button', { name: 'Join the waiting list' }));
    expect(await heading('Join the waiting list')).toBeTruthy();
  });
});

describe('sign-up by invitation', () => {
  it('shows the message in place of the form, and the way to the waiting list', {
    tags: ['AUTH-05', 'AUTH-06', 'AUTH-07'],
  }, async () => {
    offer([], 'invite');
    open('/signup');
    expect((await screen.findByText(/You need an invitation/)).textContent).toContain('contact support');
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('shows the form without a word of invitations while sign-up is open', {
    tags: ['AUTH-04', 'AUTH-07'],
  }, async () => {
    open('/signup');
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.queryByText(/invitation/)).toBeNull();
  });

  it('fills in the form for an admitted visitor, and sends the token with it', {
    tags: ['AUTH-05'],
  }, async () => {
    offer([], 'invite');
    const invited = { name: 'Grace Hopper', email: 'grace@example.com', companyName: 'Harbour Works' };
    reply('POST /api/auth/waitlist/invite', { data: invited });
    reply('POST /api/auth/sign-up', { data: { user: ada } });
    open('/signup?invite=inv_token');
    expect(await screen.findByLabelText('Work email')).toHaveProperty('value', 'grace@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'Secret1!');
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() =>
      expect(bodyOf('/api/auth/sign-up')).toMatchObject({ ...invited, invite: 'inv_token' }),
    );
  });

  it('says what to do next when a link has expired', async () => {
    const message = 'This link has expired or was used already. Please ask for a new one.';
    reply('POST /api/auth/waitlist/invite', { status: 400, code: 'auth.link_expired', message });
    open('/signup?invite=inv_token');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(screen.getByRole('button', { name: 'Join the waiting list' })).toBeTruthy();
  });
});

describe('the waiting list', () => {
  const join = () => userEvent.click(screen.getByRole('button', { name: 'Join the waiting list' }));

  it('asks for name, email, company and phone number', { tags: ['ROUTE-19', 'AUTH-12'] }, async () => {
    open('/signup-waitlist');
    await heading('Join the waiting list');
    await join();
    expect(await screen.findByText('Phone Number is required')).toBeTruthy();
    for (const missing of [
      'Please enter your name',
      'Please enter your email',
      'Please enter your company name',
    ])
      expect(screen.getByText(missing)).toBeTruthy();
  });

  it('takes somebody in and says what happens next', { tags: ['ROUTE-19'] }, async () => {
    reply('POST /api/auth/waitlist', { data: { done: true } });
    open('/signup-waitlist');
    await userEvent.type(await screen.findByLabelText('Name'), 'Grace Hopper');
    await userEvent.type(screen.getByLabelText('Work email'), 'grace@example.com');
    await userEvent.type(screen.getByLabelText('Company name'), 'Harbour Works');
    await userEvent.type(screen.getByLabelText('Phone number'), '+46 40 123 456');
    await join();
    expect(await heading('You are on the list')).toBeTruthy();
    expect(screen.getByText('grace@example.com')).toBeTruthy();
  });
});

describe('linked accounts and passkeys in the settings', () => {
  const at = '2026-03-01T10:00:00.000Z';
  const passkey = {
    passkeyId: 'psk_1',
    name: 'Laptop',
    isBackedUp: true,
    createdAt: at,
    lastUsedAt: null,
    abilities: { remove: true },
  };
  const openSecurity = (accounts: object[]) => {
    server.current.state.user = ada;
    offer([google, microsoft]);
    reply('GET /api/auth/accounts', { data: { accounts } });
    reply('GET /api/auth/passkeys', { data: { passkeys: [passkey] } });
    open('/settings/security');
  };
  const account = (provider: string, unlink: boolean) => ({
    accountId: `acc_${provider}`,
    provider,
    email: 'ada@example.com',
    createdAt: at,
    abilities: { unlink },
  });

  it('links what is not linked and asks before it unlinks', async () => {
    openSecurity([account('password', false), account('google', true)]);
    expect(await screen.findByRole('button', { name: 'Link Microsoft' })).toBeTruthy();
    reply('DELETE /api/auth/accounts/acc_google', { data: { done: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Unlink Google' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlink Google?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText('The account is unlinked')).toBeTruthy();
  });

  it('keeps the only way to sign in, and says so', async () => {
    openSecurity([account('google', false)]);
    expect(await screen.findByText(/your only way to sign in/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unlink Google' })).toBeNull();
  });

  it('renames and removes a passkey', async () => {
    openSecurity([account('password', false)]);
    reply('PATCH /api/auth/passkeys/psk_1', { data: { done: true } });
    reply('DELETE /api/auth/passkeys/psk_1', { data: { done: true } });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Phone');
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('The passkey is renamed')).toBeTruthy();
    expect(bodyOf('/api/auth/passkeys/psk_1')).toEqual({ name: 'Phone' });
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Laptop' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The passkey is removed')).toBeTruthy();
  });
});
