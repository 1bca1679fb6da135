import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import type { QueryClient } from '@tanstack/react-query';
import { sessionKey } from '../../lib/account/session.ts';
import { call } from '../../lib/server/api.ts';
import { forgetOtherSeat, seatOf } from './forget.ts';
import { endInterruption } from './interruption.ts';

/** A new session may open in another company than the one that the screen belongs to. */
const backIn = async (tenantId: string, next: SessionUser): Promise<SessionUser> => {
  if (next.tenantId === tenantId) return next;
  return await call(people.endpoints.switchTenant, { body: { tenantId } }).then(
    ({ user }) => user,
    // The company is closed to them by now: the screen goes, as with every change of company.
    () => next,
  );
};

/**
 * Ends the waiting for whoever signed in again. The same person in the same company goes on where they were; anybody
 * else begins anew, and what was being saved is not saved in their name.
 */
export const goOnAs = async (client: QueryClient, next: SessionUser): Promise<SessionUser> => {
  const before = client.getQueryData<{ user: SessionUser | null }>(sessionKey)?.user;
  const user = before?.userId === next.userId ? await backIn(before.tenantId, next) : next;
  forgetOtherSeat(client, user);
  const isSame = before ? seatOf(before) === seatOf(user) : false;
  endInterruption(isSame);
  if (isSame) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  return user;
};
