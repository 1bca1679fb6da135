import { focusManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ada } from '../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../tests/open-app.tsx';
import { readCookie, writeCookie } from '../../lib/browser/cookies.ts';

const server = withBuilderServer();
const refused = { status: 401, code: 'auth.unauthenticated', message: 'no' };
const signOuts = () => server.current.seen.filter(({ url }) => url === '/api/auth/sign-out').length;

/** Everything that the browser stores about Ada after a visit. */
const keepTraces = () => {
  writeCookie('anything', '1');
  writeCookie('atelier_csrf', 'token');
  writeCookie('color_scheme', 'dark');
  localStorage.setItem('user', '{"userId":"usr_1"}');
  localStorage.setItem('CHAT_USER_ID', 'visitor-1');
  sessionStorage.setItem('x', '1');
};

/** The data about Ada that remains after the sign-in is shown and the server has been told. */
const leftOnceSignedOut = async () => {
  await heading('Welcome back');
  await waitFor(() => expect([signOuts(), readCookie('last_route')]).toEqual([1, expect.anything()]));
  return {
    path: location.pathname,
    cookies: document.cookie.split('; ').toSorted(),
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage).filter((key) => key === 'x' || key === 'support'),
  };
};
const onlyWhereSheWas = (lastRoute: string) => ({
  path: '/',
  cookies: ['color_scheme=dark', `last_route=${encodeURIComponent(lastRoute)}`],
  local: [],
  session: [],
});

const lookAway = () => {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
};

afterEach(() => focusManager.setFocused(undefined));

describe('the end of a session', () => {
  beforeEach(() => {
    server.current.state.user = ada;
    keepTraces();
  });

  it('by a 401 clears everything but the last route', {
    tags: ['SESSION-19', 'SESSION-20', 'ERROR-06'],
  }, async () => {
    server.current.state.replies['GET /api/content/apps'] = refused;
    open('/agents?tab=mine');
    expect(await leftOnceSignedOut()).toEqual(onlyWhereSheWas('/agents?tab=mine'));
  });

  it('that the server tells as nobody being signed in does the same, on a reload', async () => {
    server.current.state.user = null;
    open('/agents?tab=mine');
    expect(await leftOnceSignedOut()).toEqual(onlyWhereSheWas('/agents?tab=mine'));
  });

  it('that the server tells as nobody being signed in does the same, when the window comes to the front', async () => {
    open('/agents');
    await heading(/Ada$/);
    server.current.state.user = null;
    lookAway();
    expect(await leftOnceSignedOut()).toEqual(onlyWhereSheWas('/agents'));
  });

  it('in another window reaches this one', async () => {
    open('/agents');
    await heading(/Ada$/);
    server.current.state.user = null;
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(await leftOnceSignedOut()).toEqual(onlyWhereSheWas('/agents'));
  });

  it('ends the session at the identity provider too', { tags: ['ERROR-06'] }, async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    const redirectTo = 'https://login.example.com/end?post_logout_redirect_uri=https%3A%2F%2Fatelier.test%2F';
    server.current.state.replies['POST /api/auth/sign-out'] = { data: { done: true, redirectTo } };
    server.current.state.replies['GET /api/content/apps'] = refused;
    open('/agents');
    await heading('Welcome back');
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(redirectTo));
    assign.mockRestore();
  });
});

describe('a visitor', () => {
  it('whom nobody knows keeps the id of their conversations, and is signed out nowhere', async () => {
    localStorage.setItem('CHAT_USER_ID', 'visitor-1');
    open('/');
    await heading('Welcome back');
    expect(localStorage.getItem('CHAT_USER_ID')).toBe('visitor-1');
    expect(signOuts()).toBe(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
