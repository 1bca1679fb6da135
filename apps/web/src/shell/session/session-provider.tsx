import { auth, type SessionUser } from '@atelier/contracts/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../../lib/api.ts';
import { onSessionEnd } from '../../lib/http.ts';
import { lastRouteCookie } from '../../lib/last-route.ts';
import { type Session, SessionContext, sessionKey } from '../../lib/session.ts';
import { storageKeys } from '../../lib/storage.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SplashScreen } from '../splash-screen.tsx';
import { forgetOtherSeat, forgetPerson } from './forget.ts';

/** The session as the server knows it, asked again whenever the window comes to the front (TENANT-10). */
const useServerSession = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const answer = await call(auth.endpoints.session, {}, { signal });
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
      forgetPerson(client, [lastRouteCookie]);
      client.setQueryData(sessionKey, { user: null });
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
        const { redirectTo } = await call(auth.endpoints.signOut);
        setLeaving(true);
        forgetPerson(client, []);
        client.setQueryData(sessionKey, { user: null });
        // SESSION-18: the provider ends its session too, and sends the browser back to `/`.
        if (redirectTo !== null) location.assign(redirectTo);
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
