import type { SessionUser } from '@atelier/contracts/auth';
import type { QueryClient } from '@tanstack/react-query';
import { resetSupport } from '../../features/support/index.ts';
import { agentsState } from '../../lib/agents-state.ts';
import { colorSchemeCookie } from '../../lib/color-scheme.ts';
import { clearCookies } from '../../lib/cookies.ts';
import { sessionKey } from '../../lib/session.ts';

/** What was read in the name of somebody, except who that is. */
const forgetAnswers = (client: QueryClient): void => {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
  agentsState.reset();
};

/**
 * Everything that belongs to the person goes (SESSION-13, SESSION-14, SESSION-15). Light or dark belongs to the device and stays.
 * @param keptCookies the last route, where the session was ended by the server (SESSION-20)
 */
export const forgetPerson = (client: QueryClient, keptCookies: readonly string[]): void => {
  clearCookies([colorSchemeCookie, ...keptCookies]);
  localStorage.clear();
  sessionStorage.clear();
  resetSupport();
  forgetAnswers(client);
};

type Seat = Pick<SessionUser, 'userId' | 'tenantId'>;

/** One person in one company. */
export const seatOf = ({ userId, tenantId }: Seat): string => `${userId} ${tenantId}`;

/** Drops what is cached when the next answer is for somebody else or another company (TENANT-07). */
export const forgetOtherSeat = (client: QueryClient, next: Seat | null): void => {
  const before = client.getQueryData<{ user: Seat | null }>(sessionKey)?.user;
  if (before && next && seatOf(before) !== seatOf(next)) forgetAnswers(client);
};
