import { auth, type SessionUser } from '@atelier/contracts/auth';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../lib/api.ts';
import { clearCookies } from '../lib/cookies.ts';
import { onSessionEnd } from '../lib/http.ts';
import { lastRouteCookie } from '../lib/last-route.ts';
import { type Session, SessionContext } from '../lib/session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { colorSchemeKey } from '../ui/ui-provider.tsx';
import { SplashScreen } from './splash-screen.tsx';

const sessionKey = ['session'];

/** Everything that belongs to the person goes; light or dark belongs to the device and stays (SESSION-13 to SESSION-15). */
const forgetPerson = (client: QueryClient, keptCookies: readonly string[]): void => {
  clearCookies(keptCookies);
  const colorScheme = localStorage.getItem(colorSchemeKey);
  localStorage.clear();
  sessionStorage.clear();
  if (colorScheme !== null) localStorage.setItem(colorSchemeKey, colorScheme);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
};

/** Who is signed in. Shows nothing of the product before the server has said so. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const query = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call(auth.endpoints.session, {}, { signal }),
    staleTime: 60_000,
  });

  // The session ends outside of React: any call may learn of it.
  useEffect(
    () =>
      onSessionEnd(() => {
        forgetPerson(client, [lastRouteCookie]);
        client.setQueryData(sessionKey, { user: null });
      }),
    [client],
  );

  const user = query.data?.user;
  const session = useMemo<Session | null>(
    () =>
      user === undefined
        ? null
        : {
            user,
            isLeaving,
            begin: (next: SessionUser) => {
              setLeaving(false);
              client.setQueryData(sessionKey, { user: next });
            },
            end: async () => {
              await call(auth.endpoints.signOut);
              setLeaving(true);
              forgetPerson(client, []);
              client.setQueryData(sessionKey, { user: null });
            },
            refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
          },
    [user, isLeaving, client],
  );

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
