import { auth, type SessionUser } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { SignInAgain } from '../../features/account/identity/index.ts';
import { type Session, SessionContext, sessionKey } from '../../lib/account/session.ts';
import { lastRouteCookie } from '../../lib/browser/last-route.ts';
import { storageKeys } from '../../lib/browser/storage.ts';
import { call } from '../../lib/server/api.ts';
import { announceSessionEnd, onRenewal, onSessionEnd } from '../../lib/server/http.ts';
import { logFailure } from '../../lib/server/log-failure.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { hasUnsavedWork } from '../../ui/forms/unsaved-work.ts';
import { SplashScreen } from '../splash-screen.tsx';
import { forgetOtherSeat, forgetStored, forgetUser, isSomebodyKnown, seatKey } from './forget.ts';
import { endInterruption, interrupt, isInterrupted, useIsInterrupted } from './interruption.ts';

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
const goOnAs = async (client: QueryClient, next: SessionUser): Promise<SessionUser> => {
  const before = client.getQueryData<{ user: SessionUser | null }>(sessionKey)?.user;
  const user = before?.userId === next.userId ? await backIn(before.tenantId, next) : next;
  forgetOtherSeat(client, user);
  const isSame = before ? seatKey(before) === seatKey(user) : false;
  endInterruption(isSame);
  if (isSame) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  return user;
};

type SessionAnswer = ReplyOf<typeof auth.endpoints.session>;

/**
 * Ends the session on the server. A sign-in provider may then ask to be visited, to end its own session and lead back to `/`
 * (SESSION-18, ERROR-06).
 */
const leaveServer = async (): Promise<void> => {
  const { redirectTo } = await call(auth.endpoints.signOut);
  if (redirectTo !== null) location.assign(redirectTo);
};

/** Removes everything about the user and ends any interruption, because nobody is signed in any more. */
const leave = (client: QueryClient): void => {
  endInterruption(false);
  forgetUser(client, [lastRouteCookie]);
  client.setQueryData<SessionAnswer>(sessionKey, { user: null });
  leaveServer().catch((error: unknown) => logFailure('The session could not be ended', error));
};

/** Removes the data that the browser stores about the user. The screen with the user's input stays and waits until they sign in again. */
const waitForUser = (): Promise<boolean> => {
  if (!isInterrupted()) forgetStored([lastRouteCookie]);
  return interrupt();
};

/** The session as the server knows it, read again whenever the window comes to the front (TENANT-10). */
const useServerSession = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const answer = await call(auth.endpoints.session, {}, { signal });
      // The server says that nobody is signed in, although somebody was. This is handled like a 401. The listeners decide what happens to
      // the session.
      if (answer.user === null && isSomebodyKnown(client)) {
        announceSessionEnd();
        return client.getQueryData<SessionAnswer>(sessionKey) ?? answer;
      }
      // The user has signed in again in another window.
      if (answer.user !== null && isInterrupted()) return { user: await goOnAs(client, answer.user) };
      forgetOtherSeat(client, answer.user);
      return answer;
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });

  // The session changes outside React: any call may learn that it ended, and another window may sign out or switch the tenant.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.user || event.key === null)
        void client.invalidateQueries({ queryKey: sessionKey });
    };
    const stopListening = onSessionEnd((keepsWork) => {
      // Several calls may learn of the same end.
      if (!isSomebodyKnown(client) || isInterrupted()) return;
      if (keepsWork && hasUnsavedWork()) void waitForUser();
      else leave(client);
    });
    const stopRenewing = onRenewal(waitForUser);
    addEventListener('storage', onStorage);
    return () => {
      stopListening();
      stopRenewing();
      endInterruption(false);
      removeEventListener('storage', onStorage);
    };
  }, [client]);

  return query;
};

/** Covers the screen of a user whose session has ended, and lets them sign in again. */
const Interruption = ({ user }: { user: SessionUser }) => {
  const client = useQueryClient();
  return useIsInterrupted() ? (
    <SignInAgain
      email={user.email}
      onSignedIn={async (next) => {
        client.setQueryData<SessionAnswer>(sessionKey, { user: await goOnAs(client, next) });
      }}
      onLeave={() => leave(client)}
    />
  ) : null;
};

/** Provides the session. Shows nothing of the product until the server has said who is signed in. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const query = useServerSession();
  const user = query.data?.user;
  const session = useMemo<Session | null>(() => {
    if (user === undefined) return null;
    return {
      user,
      isLeaving,
      begin: (next: SessionUser) => {
        setLeaving(false);
        forgetOtherSeat(client, next);
        client.setQueryData(sessionKey, { user: next });
      },
      end: async () => {
        await leaveServer();
        setLeaving(true);
        forgetUser(client, []);
        client.setQueryData<SessionAnswer>(sessionKey, { user: null });
      },
      refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
    };
  }, [user, isLeaving, client]);

  if (session)
    return (
      <SessionContext value={session}>
        {children}
        {session.user ? <Interruption user={session.user} /> : null}
      </SessionContext>
    );
  if (query.error) {
    return (
      <SplashScreen>
        <ErrorState
          error={query.error}
          title="Atelier cannot be reached"
          onRetry={() => void query.refetch()}
        />
      </SplashScreen>
    );
  }
  return <SplashScreen />;
};
