import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada, premium } from '../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../tests/open-app.tsx';
import { readCookie, writeCookie } from '../lib/browser/cookies.ts';

const server = withBuilderServer();
const signIn = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'Secret1!');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};

describe('a visitor who is not signed in', () => {
  it('sees the sign-in at the root', { tags: ['ROUTE-01'] }, async () => {
    open('/');
    expect(await heading('Welcome back')).toBeTruthy();
  });

  it('is sent from a guarded screen to the root, and back there after signing in', {
    tags: ['ROUTE-58', 'SESSION-21'],
  }, async () => {
    open('/agents?tab=mine');
    await heading('Welcome back');
    expect(location.pathname).toBe('/');
    server.current.state.replies['POST /api/auth/sign-in'] = { data: { user: ada } };
    await signIn();
    await heading(/Ada$/);
    expect(location.pathname + location.search).toBe('/agents?tab=mine');
    expect(readCookie('last_route')).toBeUndefined();
  });

  it('is told why the sign-in failed, and keeps the email', async () => {
    open('/');
    server.current.state.replies['POST /api/auth/sign-in'] = {
      status: 401,
      code: 'auth.bad_credentials',
      message: 'The email or the password is not right.',
    };
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The email or the password is not right.',
    );
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com');
  });

  it('is asked for what is missing', { tags: ['AUTH-10', 'AUTH-11'] }, async () => {
    open('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    await screen.findByText('Username is required');
    expect(screen.getByText('Password is required')).toBeTruthy();
  });

  it('sees the Not Available screens', { tags: ['ROUTE-37', 'ROUTE-38'] }, async () => {
    open('/app-not-found');
    await heading('App Not Available');
    cleanup();
    open('/agent-not-found');
    expect(await heading('Agent Not Available')).toBeTruthy();
  });
});

describe('the sign-up', () => {
  const fill = async (label: string, text: string) =>
    userEvent.type(await screen.findByLabelText(label), text);
  const create = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }));

  it('focuses the first field that is wrong', async () => {
    open('/signup');
    await fill('Password', 'Ab1!');
    await create();
    await screen.findByText('Please enter your company name');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('asks for a name', { tags: ['AUTH-18', 'ROUTE-18'] }, async () => {
    open('/signup');
    await fill('Password', 'Abcdef1!');
    await create();
    expect(await screen.findByText('Please enter your name')).toBeTruthy();
  });

  it('refuses an address that is none', { tags: ['AUTH-16', 'AUTH-24'] }, async () => {
    open('/signup');
    await fill('Work email', 'ada@');
    await create();
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy();
  });

  it('refuses a password of fewer than eight characters', { tags: ['AUTH-13'] }, async () => {
    open('/signup');
    await fill('Password', 'Ab1!');
    await create();
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
  });

  it('refuses spaces, and passwords without a symbol, and names without a capital', {
    tags: ['AUTH-14', 'AUTH-15', 'AUTH-25'],
  }, async () => {
    open('/signup');
    await fill('Name', 'ada lovelace');
    await fill('Password', 'Abc def1!');
    await create();
    await screen.findByText('Password should not contain spaces');
    expect(screen.getByText('Please begin your name with a capital letter')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Password'));
    await fill('Password', 'Abcdefg1');
    await screen.findByText('Password must include letters, numbers and special characters');
  });

  it('ticks off the password rules as one types', { tags: ['PASSWORD-20'] }, async () => {
    open('/signup');
    await fill('Password', 'Abcdefgh');
    const rules = within(screen.getByRole('list', { name: 'Password rules' })).getAllByRole('listitem');
    expect(rules.map((rule) => rule.hasAttribute('data-met'))).toEqual([true, true, false, false]);
  });

  it('puts an email that is taken on its field', async () => {
    server.current.state.replies['POST /api/auth/sign-up'] = {
      status: 409,
      code: 'auth.email_taken',
      message: 'Taken already.',
    };
    open('/signup');
    await fill('Name', 'Ada');
    await fill('Work email', 'ada@example.com');
    await fill('Password', 'Abcdef1!');
    await fill('Company name', 'Engines');
    await create();
    await screen.findByText('Taken already.');
    expect(screen.getByLabelText('Work email').getAttribute('aria-invalid')).toBe('true');
  });

  it('leads into the product', async () => {
    server.current.state.replies['POST /api/auth/sign-up'] = {
      data: { user: { ...ada, email_verified: false } },
    };
    open('/signup');
    await fill('Name', 'Ada');
    await fill('Work email', 'ada@example.com');
    await fill('Password', 'Abcdef1!');
    await fill('Company name', 'Engines');
    await create();
    await heading(/Ada$/);
    expect(location.pathname).toBe('/agents');
  });
});

describe('a signed-in user', () => {
  beforeEach(() => {
    server.current.state.user = ada;
  });

  it('is sent from the root, and from any unknown path, to /agents', {
    tags: ['ROUTE-01', 'ROUTE-56', 'CONST-04'],
  }, async () => {
    open('/');
    await heading(/Ada$/);
    expect(location.pathname).toBe('/agents');
    cleanup();
    open('/no/such/screen');
    await heading(/Ada$/);
    expect(location.pathname).toBe('/agents');
  });

  it('sees the credits, floored', { tags: ['HEADER-09', 'CREDIT-05', 'CREDIT-09'] }, async () => {
    open('/agents');
    expect((await screen.findByText('5,020', { exact: false })).textContent).toContain('credits');
  });

  it('finds the logo, which leads to the start', { tags: ['HEADER-01'] }, async () => {
    open('/agents');
    expect((await screen.findByRole('link', { name: /Atelier/ })).getAttribute('href')).toBe('/agents');
  });

  it('sees who they are and in which company', { tags: ['HEADER-19', 'HEADER-20'] }, async () => {
    open('/agents');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }));
    const menu = await screen.findByRole('menu');
    expect(menu.textContent).toContain('Ada');
    expect(menu.textContent).toContain('ada@example.com');
    expect(menu.textContent).toContain('Analytical Engines');
  });

  it('is warned of a low balance', { tags: ['CREDIT-03', 'CREDIT-04', 'HEADER-13'] }, async () => {
    const low = { ...premium, featureBalances: { credits: 900 }, addOns: { credits: 99 } };
    server.current.state.replies['GET /api/payment/subscription'] = { data: low };
    open('/agents');
    await screen.findByText('Your credit balance is low.');
    expect(screen.getByLabelText('Low Credits')).toBeTruthy();
  });

  it('can have the verification mail sent again, and close the banner', {
    tags: ['BANNER-02', 'BANNER-03', 'AUTH-27'],
  }, async () => {
    server.current.state.user = { ...ada, email_verified: false };
    server.current.state.replies['POST /api/auth/send-verify-email'] = { data: { done: true } };
    open('/apps');
    const banner = await screen.findByRole('region', { name: 'Email verification' });
    await userEvent.click(within(banner).getByRole('button', { name: 'Send Again' }));
    await screen.findByText('Verify link sent to your mail.');
    await userEvent.click(within(banner).getByRole('button', { name: 'Close this banner' }));
    expect(screen.queryByRole('region', { name: 'Email verification' })).toBeNull();
  });

  describe('who signs out', () => {
    beforeEach(async () => {
      writeCookie('anything', '1');
      localStorage.setItem('user', '{}');
      writeCookie('color_scheme', 'dark');
      sessionStorage.setItem('x', '1');
      open('/agents');
      await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
      await heading('Welcome back');
    });

    it('is signed out at the server and sees the sign-in at the root', { tags: ['SESSION-17'] }, () => {
      expect(server.current.seen.some((request) => request.url === '/api/auth/sign-out')).toBe(true);
      expect(location.pathname).toBe('/');
    });

    it('sees neither their name nor their credits any more', { tags: ['SESSION-14'] }, () => {
      expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull();
      expect(screen.queryByText(/credits/)).toBeNull();
    });

    it('leaves no cookie but the one for light or dark', { tags: ['SESSION-13'] }, () => {
      expect(document.cookie).toBe('color_scheme=dark');
    });

    it('leaves nothing in local and session storage', { tags: ['SESSION-15'] }, () => {
      expect(localStorage.length).toBe(0);
      expect(sessionStorage.length).toBe(0);
    });
  });

  it('is shown where the first documents of an empty account go', async () => {
    open('/agents');
    expect(await screen.findByText('Drop files here, or choose them')).toBeTruthy();
  });
});

it('says that the server cannot be reached, and tries again', async () => {
  server.current.state.replies['GET /api/auth/session'] = {
    status: 500,
    code: 'server.internal',
    message: 'Broken.',
  };
  open('/');
  expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
  server.current.state.replies = {};
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Welcome back');
});

it('sends the token of the verification link by a button, as scanners of mails open every link, and says when it is used up', async () => {
  server.current.state.replies['POST /api/auth/verify-email'] = { data: { done: true } };
  open('/verify?token=0123456789');
  const verify = () => screen.findByRole('button', { name: 'Verify my email' });
  const button = await verify();
  const sent = () => server.current.seen.find(({ url }) => url === '/api/auth/verify-email');
  expect(sent()).toBeUndefined();
  await userEvent.click(button);
  await screen.findByText('Your email is verified.', { exact: false });
  expect(sent()?.body).toBe('{"token":"0123456789"}');
  cleanup();
  server.current.state.replies['POST /api/auth/verify-email'] = {
    status: 400,
    code: 'auth.link_expired',
    message: 'Expired.',
  };
  open('/verify?token=9876543210');
  await userEvent.click(await verify());
  expect((await screen.findByRole('alert')).textContent).toContain('Expired.');
});
