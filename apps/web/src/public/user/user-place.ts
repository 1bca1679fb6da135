/** What the address of a screen for app users says. */
export interface UserPlace {
  screen: UserScreen;
  appId: string;
  /** The token of a mail. */
  token: string | undefined;
}

const screens = ['sign-up', 'sign-in', 'verify', 'forgot-password'] as const;
export type UserScreen = (typeof screens)[number];

/** Returns the screen of an address; undefined for every other address, below `/user` too, which shows the chat (ROUTE-26). */
export const readUserPlace = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): UserPlace | undefined => {
  const [, first, second, ...rest] = pathname.replace(/\/$/, '').split('/');
  const screen = screens.find((known) => known === second);
  if (first !== 'user' || screen === undefined || rest.length > 0) return undefined;
  const query = new URLSearchParams(search);
  return { screen, appId: query.get('app') ?? '', token: query.get('token') ?? undefined };
};

/** Returns the address of a screen. */
export const userPath = (screen: UserScreen | 'chat', appId: string, token?: string): string => {
  const query = new URLSearchParams({ app: appId, ...(token === undefined ? {} : { token }) });
  return `/user/${screen}?${query.toString()}`;
};
