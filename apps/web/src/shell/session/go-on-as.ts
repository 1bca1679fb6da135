import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import type { QueryClient } from '@tanstack/react-query';
import { sessionKey } from '../../lib/account/session.ts';
import { call } from '../../lib/server/api.ts';
import { forgetOtherSeat, seatKey } from './forget.ts';
import { endInterruption } from './interruption.ts';

/** Switches back to the tenant that the screen belongs to, because a new session may open in another one. */
const backIn = async (tenantId: string, next: SessionUser): Promise<SessionUser> => {
  if (next.tenantId === tenantId) return next;
  return await call(people.endpoints.switchTenant, { body: { tenantId } }).then(
    ({ user }) => user,
    // The user has lost access to that tenant, so the screen is closed, as with every change of tenant.
    () => next,
  );
};

/**
 * Ends the interruption after somebody signed in. The same user in the same tenant continues where they were. For anybody else
 * the builder begins anew, and the calls that were waiting are not repeated in their name.
 */
export const goOnAs = async (client: QueryClient, next: SessionUser): Promise<SessionUser> => {
  const before = client.getQueryData<{ user: SessionUser | null }>(sessionKey)?.user;
  const user = before?.userId === next.userId ? await backIn(before.tenantId, next) : next;
  forgetOtherSeat(client, user);
  const isSame = before ? seatKey(before) === seatKey(user) : false;
  endInterruption(isSame);
  if (isSame) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  return user;
};
