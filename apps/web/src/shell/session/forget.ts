import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { QueryClient } from '@tanstack/react-query';
import { resetSupport } from '../../features/operate/support/index.ts';
import { agentsState } from '../../lib/account/agents-state.ts';
import { sessionKey } from '../../lib/account/session.ts';
import { colorSchemeCookie } from '../../lib/browser/color-scheme.ts';
import { clearCookies } from '../../lib/browser/cookies.ts';
import { readStored, storageKeys } from '../../lib/browser/storage.ts';
import { csrfToken } from '../../lib/server/http.ts';

/** What was read in the name of somebody, except who that is. */
const forgetAnswers = (client: QueryClient): void => {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
  agentsState.reset();
};

/**
 * What this browser keeps of the person goes: cookies, both storages, the support chat (SESSION-13, SESSION-15, ERROR-06).
 * No screen is taken away by it. Light or dark belongs to the device and stays.
 * @param keptCookies the last route, where the session was ended by the server (SESSION-20)
 */
export const forgetStored = (keptCookies: readonly string[]): void => {
  clearCookies([colorSchemeCookie, ...keptCookies]);
  localStorage.clear();
  sessionStorage.clear();
  resetSupport();
};

/** Everything that belongs to the person goes, also what was read in their name, which open screens show (SESSION-14). */
export const forgetPerson = (client: QueryClient, keptCookies: readonly string[]): void => {
  forgetStored(keptCookies);
  forgetAnswers(client);
};

/** Whether somebody is, or was, signed in here as far as this browser knows: then "nobody" means that a session has ended. */
export const isSomebodyKnown = (client: QueryClient): boolean =>
  Boolean(client.getQueryData<{ user: Seat | null }>(sessionKey)?.user) ||
  csrfToken() !== undefined ||
  readStored(storageKeys.user) !== undefined;

type Seat = Pick<SessionUser, 'userId' | 'tenantId'>;

/** One person in one company. */
export const seatOf = ({ userId, tenantId }: Seat): string => `${userId} ${tenantId}`;

/** Drops what is cached when the next answer is for somebody else or another company (TENANT-07). */
export const forgetOtherSeat = (client: QueryClient, next: Seat | null): void => {
  const before = client.getQueryData<{ user: Seat | null }>(sessionKey)?.user;
  if (before && next && seatOf(before) !== seatOf(next)) forgetAnswers(client);
};
