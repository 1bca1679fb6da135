import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const server = withBuilderServer();
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const bodyOf = (path: string): unknown =>
  JSON.parse(server.current.seen.find(({ url }) => url === path)?.body ?? 'null');

describe('the sign-in', () => {
  it.each([
    [{ state: 'UNPROVEN', sendsMail: false }, true],
    [{ state: 'PROVEN', sendsMail: false }, false],
    [{ state: 'UNPROVEN', sendsMail: true }, false],
    [{ state: 'CLOSED', sendsMail: true }, false],
  ])('with %j says where the mails are: %s', async (state, says) => {
    server.current.state.replies = { 'GET /api/auth/operator': { data: state } };
    open('/');
    await heading('Welcome back');
    await waitFor(() => expect(server.current.seen.map(({ url }) => url)).toContain('/api/auth/operator'));
    await waitFor(() => expect(screen.queryByText('keys/operator') !== null).toBe(says));
  });

  it('shows the operator’s code to the server, once, and takes it out of the address', async () => {
    server.current.state.replies = { 'POST /api/auth/operator': { data: { done: true } } };
    open('/signup#operator=Ab-_9');
    await heading('Create your account');
    expect(location.hash).toBe('');
    await screen.findByText('This browser now reads the mails of this server.');
    expect(bodyOf('/api/auth/operator')).toEqual({ code: 'Ab-_9' });
  });

  it('asks for username and password', { tags: ['AUTH-10', 'AUTH-11'] }, async () => {
    open('/');
    await press('Sign in');
    await screen.findByText('Username is required');
    expect(screen.getByText('Password is required')).toBeTruthy();
  });

  it('asks for a code where two-factor sign-in is on, and leads in with it', async () => {
    server.current.state.replies = {
      'POST /api/auth/sign-in': {
        status: 412,
        code: 'auth.second_factor_required',
        message: 'Please enter the code.',
        details: { challenge: 'sfc_0123456789' },
      },
      'POST /api/auth/second-factor': {
        status: 400,
        code: 'auth.code_wrong',
        message: 'This code is not right.',
      },
    };
    open('/');
    await type('Email', 'ada@example.com');
    await type('Password', 'Secret1!');
    await press('Sign in');
    await heading('One more step');
    await type('Code', '000000');
    await press('Sign in');
    await screen.findByText('This code is not right.');
    server.current.state.replies['POST /api/auth/second-factor'] = { data: { user: ada } };
    await userEvent.clear(screen.getByLabelText('Code'));
    await type('Code', '123456');
    await press('Sign in');
    await heading(/Ada$/);
    expect(bodyOf('/api/auth/second-factor')).toEqual({ challenge: 'sfc_0123456789', code: '000000' });
  });

  it('leads back from the second step to the first', async () => {
    open('/?challenge=sfc_0123456789');
    await heading('One more step');
    await press('Sign in as somebody else');
    expect(await heading('Welcome back')).toBeTruthy();
    expect(location.search).toBe('');
  });
});

describe('a forgotten password', () => {
  it('is asked for at /forgot, which says the same for every address', {
    tags: ['ROUTE-20', 'AUTH-08', 'AUTH-19'],
  }, async () => {
    server.current.state.replies = { 'POST /api/auth/forgot-password': { data: { done: true } } };
    open('/');
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await heading('Forgot your password?');
    await press('Send the link');
    await screen.findByText('Please enter your email');
    await type('Email', 'ada@example.com');
    await press('Send the link');
    await heading('Check your mail');
    expect(bodyOf('/api/auth/forgot-password')).toEqual({ email: 'ada@example.com' });
  });

  it('shows the mail where it waits on the server and the browser has the operator’s proof', async () => {
    const mail = { id: 'm1', to: 'ada@example.com', subject: 'Set a new password' };
    const text = 'Set a new password:\nhttp://127.0.0.1/reset-password?token=rst_1';
    server.current.state.replies = {
      'POST /api/auth/forgot-password': { data: { done: true } },
      'GET /api/auth/operator': { data: { state: 'PROVEN', sendsMail: false } },
      'GET /api/auth/outbox': {
        data: { mails: [{ ...mail, text, createdAt: new Date(Date.now() + 60_000).toISOString() }] },
      },
    };
    open('/forgot');
    await type('Email', 'ada@example.com');
    await press('Send the link');
    const link = await screen.findByRole('link', { name: 'Set a new password' });
    expect(link.getAttribute('href')).toBe('http://127.0.0.1/reset-password?token=rst_1');
  });

  it('is replaced behind the mailed link, by the general rule, typed twice', {
    tags: ['PASSWORD-20', 'AUTH-22', 'AUTH-23'],
  }, async () => {
    server.current.state.replies = { 'POST /api/auth/reset-password': { data: { done: true } } };
    open('/reset-password?token=rst_0123456789');
    await heading('Set a new password');
    await press('Set password');
    await screen.findByText('Confirm password is required');
    await type('New password', 'Better-Horse-8');
    await type('Confirm password', 'Better-Horse-9');
    await press('Set password');
    await screen.findByText('New password and Confirm password must be same');
    await userEvent.clear(screen.getByLabelText('Confirm password'));
    await type('Confirm password', 'Better-Horse-8');
    await press('Set password');
    await heading('Welcome back');
    expect(bodyOf('/api/auth/reset-password')).toEqual({
      token: 'rst_0123456789',
      password: 'Better-Horse-8',
    });
  });

  it('says when the link was used already, and where a new one comes from', async () => {
    server.current.state.replies = {
      'POST /api/auth/reset-password': { status: 400, code: 'auth.link_expired', message: 'Expired.' },
    };
    open('/reset-password?token=rst_0123456789');
    await type('New password', 'Better-Horse-8');
    await type('Confirm password', 'Better-Horse-8');
    await press('Set password');
    expect((await screen.findByRole('alert')).textContent).toContain('Expired.');
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot');
  });

  it('says when the link is not complete', async () => {
    open('/reset-password');
    expect(await heading('This link is not complete')).toBeTruthy();
  });
});

describe('the sign-up', () => {
  const fill = async () => {
    await type('Name', 'Ada Lovelace');
    await type('Work email', 'ada@example.com');
    await type('Password', 'Abcdef1!');
    await type('Company name', 'Engines');
  };

  it('names what one agrees to, with links where the texts are, and sends the consent', {
    tags: ['AUTH-09'],
  }, async () => {
    server.current.state.replies = {
      'GET /api/auth/sign-up-terms': { data: { terms: true, privacy: false } },
      'POST /api/auth/sign-up': { data: { user: ada } },
    };
    open('/signup');
    expect((await screen.findByRole('link', { name: 'terms of use' })).getAttribute('href')).toBe('/terms');
    expect(screen.queryByRole('link', { name: 'privacy policy' })).toBeNull();
    expect(screen.getByText(/privacy policy/)).toBeTruthy();
    await fill();
    await press('Create account');
    await heading(/Ada$/);
    expect(bodyOf('/api/auth/sign-up')).toMatchObject({ acceptTerms: true });
  });

  it('continues in the mail where a mail server is configured', async () => {
    server.current.state.replies = { 'POST /api/auth/sign-up': { data: { user: null } } };
    open('/signup');
    await fill();
    await press('Create account');
    await heading('Check your mail');
    await press('Go to the sign-in');
    await heading('Welcome back');
    await waitFor(() => expect(location.pathname).toBe('/'));
  });
});
