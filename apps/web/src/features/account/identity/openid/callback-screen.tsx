import { SecondFactorChallenge } from '@atelier/contracts/account/identity/auth';
import { openid } from '@atelier/contracts/account/identity/openid';
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { appIdOfState } from '../../../../lib/account/app-user-state.ts';
import { refusalIn } from '../../../../lib/account/provider-refusal.ts';
import { useSession } from '../../../../lib/account/session.ts';
import { takeLastRoute } from '../../../../lib/browser/last-route.ts';
import { storageKeys, writeStored } from '../../../../lib/browser/storage.ts';
import { call } from '../../../../lib/server/api.ts';
import { ApiError } from '../../../../lib/server/api-error.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { closesItself } from './closes-itself.ts';

const useCallbackQuery = () => {
  const [code] = useUrlState('code');
  const [state] = useUrlState('state');
  const [iss] = useUrlState('iss');
  const [error] = useUrlState('error');
  return { code, state, iss, error };
};

/** Sends the code through the query cache, because a code works only once. */
const useFinishedSignIn = () => {
  const { code, state, iss, error } = useCallbackQuery();
  const refusal = refusalIn({ error, code, state });
  const query = useQuery({
    queryKey: ['openid-callback', state],
    queryFn: () => call(openid.endpoints.callback, { body: { code, state, ...(iss === '' ? {} : { iss }) } }),
    enabled: refusal === undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return { data: query.data, failure: refusal ?? query.error };
};

const challengeIn = (failure: unknown): string | undefined =>
  failure instanceof ApiError && failure.code === 'auth.second_factor_required'
    ? SecondFactorChallenge.safeParse(failure.details).data?.challenge
    : undefined;

const WaysBack = ({ failure }: { failure: unknown }) => {
  const navigate = useNavigate();
  const { user } = useSession();
  const needsInvite = failure instanceof ApiError && failure.code === 'auth.invite_required';
  return (
    <div className="stack-2 above-4">
      <Button size="md" fullWidth onClick={() => void navigate({ to: user ? '/settings/security' : '/' })}>
        {user ? 'Back to the settings' : 'Back to the sign-in'}
      </Button>
      {needsInvite ? (
        <Button
          size="md"
          fullWidth
          variant="default"
          onClick={() => void navigate({ to: '/signup-waitlist' })}
        >
          Join the waiting list
        </Button>
      ) : null}
    </div>
  );
};

/** A browser that does not let the window close itself shows that it has done its work. */
const Progress = ({ isSignedIn = false }: { isSignedIn?: boolean }) => (
  <div className="line-2 large" role="status">
    {isSignedIn ? (
      'You are signed in again. You can close this window.'
    ) : (
      <>
        <Loader size="sm" /> Checking the answer…
      </>
    )}
  </div>
);

/** Sends an app user on to their own screens, which finish the sign-in (PRIVATE-05). */
const AppUserCallback = () => {
  useEffect(() => window.location.replace(`/user/sign-up${window.location.search}`), []);
  return (
    <AuthLayout title="Sign-in" description="Your sign-in service has sent you back.">
      <Progress />
    </AuthLayout>
  );
};

const BuilderCallback = () => {
  const { data, failure } = useFinishedSignIn();
  const { user, begin } = useSession();
  const navigate = useNavigate();
  const challenge = challengeIn(failure);
  const hasFailed = failure !== null && challenge === undefined;
  // Starting the session renders this screen again, but the last route can be taken only once.
  const hasArrived = useRef(false);

  // The session and the address live outside this screen.
  useEffect(() => {
    if (challenge !== undefined) void navigate({ to: '/', search: { challenge }, replace: true });
    if (!data || hasArrived.current) return;
    hasArrived.current = true;
    if (data.linked) toastSuccess('The account is linked');
    begin(data.user);
    if (data.returnTo === closesItself) {
      // Tells the other window before this one is gone.
      writeStored(storageKeys.user, { userId: data.user.userId });
      window.close();
      return;
    }
    const href = data.returnTo ?? takeLastRoute('/agents');
    void navigate({ href, replace: true, reloadDocument: href.startsWith('/chat/') });
  }, [data, challenge, begin, navigate]);

  return (
    <AuthLayout
      title="Sign-in"
      description={hasFailed ? 'It did not work this time.' : 'Your sign-in service has sent you back.'}
    >
      {hasFailed ? (
        <>
          <ErrorState
            compact
            error={failure}
            title={user ? 'The account was not linked' : 'You were not signed in'}
          />
          <WaysBack failure={failure} />
        </>
      ) : (
        <Progress isSignedIn={data?.returnTo === closesItself} />
      )}
    </AuthLayout>
  );
};

/** The address that a provider sends the browser back to (ROUTE-52). */
export const CallbackScreen = () => {
  const [state] = useUrlState('state');
  return appIdOfState(state) === undefined ? <BuilderCallback /> : <AppUserCallback />;
};
