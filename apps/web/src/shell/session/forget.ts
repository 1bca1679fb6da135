import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { QueryClient } from '@tanstack/react-query';
import { resetSupport } from '../../features/operate/support/index.ts';
import { agentsState } from '../../lib/account/agents-state.ts';
import { sessionKey } from '../../lib/account/session.ts';
import { colorSchemeCookie } from '../../lib/browser/color-scheme.ts';
import { clearCookies } from '../../lib/browser/cookies.ts';
import { readStored, storageKeys } from '../../lib/browser/storage.ts';
import { csrfToken } from '../../lib/server/http.ts';

/** Drops everything that was cached for the user, except the session itself. */
const forgetAnswers = (client: QueryClient): void => {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
  agentsState.reset();
};

/**
 * Removes everything that this browser stores about the user: cookies, both storages, the support chat (SESSION-13, SESSION-15,
 * ERROR-06). The cached replies stay, so no screen disappears. The choice of light or dark belongs to the device and stays too.
 * @param keptCookies the last route, when the server ended the session (SESSION-20)
 */
export const forgetStored = (keptCookies: readonly string[]): void => {
  clearCookies([colorSchemeCookie, ...keptCookies]);
  localStorage.clear();
  sessionStorage.clear();
  resetSupport();
};

/**
 * Removes everything that this browser stores about the user, and the cached replies, which empties open screens (SESSION-14).
 */
export const forgetUser = (client: QueryClient, keptCookies: readonly string[]): void => {
  forgetStored(keptCookies);
  forgetAnswers(client);
};

/**
 * Returns true when this browser remembers a signed-in user. If the server then says that nobody is signed in, a session has
 * ended.
 */
export const isSomebodyKnown = (client: QueryClient): boolean =>
  Boolean(client.getQueryData<{ user: Seat | null }>(sessionKey)?.user) ||
  csrfToken() !== undefined ||
  readStored(storageKeys.user) !== undefined;

type Seat = Pick<SessionUser, 'userId' | 'tenantId'>;

/** Identifies one user in one tenant. */
export const seatKey = ({ userId, tenantId }: Seat): string => `${userId} ${tenantId}`;

/** Drops the cached replies when the next session is of another user or another tenant (TENANT-07). */
export const forgetOtherSeat = (client: QueryClient, next: Seat | null): void => {
  const before = client.getQueryData<{ user: Seat | null }>(sessionKey)?.user;
  if (before && next && seatKey(before) !== seatKey(next)) forgetAnswers(client);
};
