import { appIdOfState } from '../../lib/account/app-user-state.ts';

/** The parameters with which a provider sent the browser back; an empty text where it sent nothing. */
export interface ProviderReturn {
  code: string;
  state: string;
  iss: string;
  error: string;
}

/** The parts of the address of a screen for app users. */
export interface UserPlace {
  screen: UserScreen;
  appId: string;
  /** The token of a mail. */
  token: string | undefined;
  /** Set where a provider has sent the browser back, and not from a mail. */
  providerReturn: ProviderReturn | undefined;
}

const screens = ['sign-up', 'sign-in', 'verify', 'forgot-password'] as const;
export type UserScreen = (typeof screens)[number];

const readReturn = (query: URLSearchParams): ProviderReturn | undefined => {
  const read = (name: string): string => query.get(name) ?? '';
  const state = read('state');
  return state === '' ? undefined : { state, code: read('code'), iss: read('iss'), error: read('error') };
};

/** Returns the screen of an address; undefined for every other address, below `/user` too, which shows the chat (ROUTE-26). */
export const readUserPlace = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): UserPlace | undefined => {
  const [, first, second, ...rest] = pathname.replace(/\/$/, '').split('/');
  const screen = screens.find((known) => known === second);
  if (first !== 'user' || screen === undefined || rest.length > 0) return undefined;
  const query = new URLSearchParams(search);
  const providerReturn = readReturn(query);
  const appId = query.get('app') ?? appIdOfState(providerReturn?.state ?? '') ?? '';
  return { screen, appId, token: query.get('token') ?? undefined, providerReturn };
};

/** Returns the address of a screen. */
export const userPath = (screen: UserScreen | 'chat', appId: string, token?: string): string => {
  const query = new URLSearchParams({ app: appId, ...(token === undefined ? {} : { token }) });
  return `/user/${screen}?${query.toString()}`;
};
