import { auth, type SessionUser } from '@atelier/contracts/auth';
import type { ReplyOf } from '@atelier/contracts/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../../lib/api.ts';
import { announceSessionEnd, onSessionEnd } from '../../lib/http.ts';
import { lastRouteCookie } from '../../lib/last-route.ts';
import { logFailure } from '../../lib/log-failure.ts';
import { type Session, SessionContext, sessionKey } from '../../lib/session.ts';
import { storageKeys } from '../../lib/storage.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SplashScreen } from '../splash-screen.tsx';
import { forgetOtherSeat, forgetPerson, isSomebodyKnown } from './forget.ts';

type SessionAnswer = ReplyOf<typeof auth.endpoints.session>;

/** SESSION-18, ERROR-06: the server ends what is left, and the provider ends its session too and sends the browser back to `/`. */
const leaveServer = async (): Promise<void> => {
  const { redirectTo } = await call(auth.endpoints.signOut);
  if (redirectTo !== null) location.assign(redirectTo);
};

/** The session as the server knows it, asked again whenever the window comes to the front (TENANT-10). */
const useServerSession = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const answer = await call(auth.endpoints.session, {}, { signal });
      // Nobody, where somebody was: the same end as a 401. Whoever hears of it has the last word on who is here.
      if (answer.user === null && isSomebodyKnown(client)) {
        announceSessionEnd();
        return client.getQueryData<SessionAnswer>(sessionKey) ?? answer;
      }
      forgetOtherSeat(client, answer.user);
      return answer;
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });

  // The session changes outside of React: any call may learn of its end, another window may leave or move on.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.user || event.key === null)
        void client.invalidateQueries({ queryKey: sessionKey });
    };
    const stopListening = onSessionEnd(() => {
      // Several calls may learn of the same end.
      if (!isSomebodyKnown(client)) return;
      forgetPerson(client, [lastRouteCookie]);
      client.setQueryData<SessionAnswer>(sessionKey, { user: null });
      leaveServer().catch((error: unknown) => logFailure('The session could not be ended', error));
    });
    addEventListener('storage', onStorage);
    return () => {
      stopListening();
      removeEventListener('storage', onStorage);
    };
  }, [client]);

  return query;
};

/** Who is signed in. Shows nothing of the product before the server has said so. */
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
        forgetPerson(client, []);
        client.setQueryData<SessionAnswer>(sessionKey, { user: null });
      },
      refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
    };
  }, [user, isLeaving, client]);

  if (session) return <SessionContext value={session}>{children}</SessionContext>;
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
