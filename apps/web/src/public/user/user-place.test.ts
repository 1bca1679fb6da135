import { describe, expect, it } from 'vitest';
import { readLink } from '../model/link.ts';
import { readUserPlace, userPath } from './user-place.ts';

const at = (path: string) => {
  const { pathname, search } = new URL(path, 'https://atelier.example');
  return { screen: readUserPlace({ pathname, search })?.screen, appId: readLink({ pathname, search }).appId };
};

describe('an address below /user', () => {
  it('shows one of four screens', () => {
    for (const screen of ['sign-up', 'sign-in', 'verify', 'forgot-password'] as const) {
      expect(at(userPath(screen, 'app_1'))).toEqual({ screen, appId: 'app_1' });
      expect(at(`/user/${screen}/?app=app_1`).screen).toBe(screen);
    }
  });

  it('shows the chat at every other path', { tags: ['ROUTE-26'] }, () => {
    expect(at('/user/chat?app=app_1')).toEqual({ screen: undefined, appId: 'app_1' });
    expect(at('/user/app_1')).toEqual({ screen: undefined, appId: 'app_1' });
    expect(at('/user/anything/else?app=app_1')).toEqual({ screen: undefined, appId: 'app_1' });
    expect(at('/user/sign-in/more?app=app_1').screen).toBeUndefined();
    expect(at('/user')).toEqual({ screen: undefined, appId: '' });
  });

  it('keeps the token of a mail', () => {
    const { pathname, search } = new URL(userPath('sign-up', 'app_1', 'api_x'), 'https://atelier.example');
    expect(readUserPlace({ pathname, search })).toEqual({
      screen: 'sign-up',
      appId: 'app_1',
      token: 'api_x',
      providerReturn: undefined,
    });
  });

  it('names the app in the state that a provider sends back', { tags: ['PRIVATE-05'] }, () => {
    const state = `opu_${'a'.repeat(43)}.app_1`;
    const read = (query: string) => readUserPlace({ pathname: '/user/sign-up', search: `?${query}` });
    expect(read(`code=c&state=${state}&iss=i`)).toEqual({
      screen: 'sign-up',
      appId: 'app_1',
      token: undefined,
      providerReturn: { code: 'c', state, iss: 'i', error: '' },
    });
    expect(read(`error=access_denied&state=${state}`)?.providerReturn?.error).toBe('access_denied');
    expect(read(`code=c&state=opn_${'a'.repeat(43)}`)?.appId).toBe('');
  });
});
