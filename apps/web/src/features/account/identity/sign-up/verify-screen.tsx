import { auth } from '@atelier/contracts/account/identity/auth';
import { Button, Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../../../lib/account/session.ts';
import { call } from '../../../../lib/server/api.ts';
import { ApiError } from '../../../../lib/server/api-error.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import classes from './verify-screen.module.css';

const incomplete = new ApiError({
  code: 'auth.link_expired',
  message: 'This link is not complete. Please open it again from the mail, or ask for a new one.',
  status: 400,
});

/** Sends the token through the query cache, because a token works only once. */
const useVerification = (token: string) =>
  useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => call(auth.endpoints.verifyEmail, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

/** The target of the link in the verification mail. */
export const VerifyScreen = () => {
  const [token] = useUrlState('token');
  const { user, refresh } = useSession();
  const navigate = useNavigate();
  const { isSuccess, error } = useVerification(token);

  // The banner should disappear for a user who is signed in. The session lives outside this screen.
  useEffect(() => {
    if (isSuccess) void refresh();
  }, [isSuccess, refresh]);

  const failure = token === '' ? incomplete : error;
  return (
    <AuthLayout title="Email verification" description="One click, and we know that the address is yours.">
      {failure ? (
        <ErrorState compact error={failure} title="The address could not be verified" />
      ) : (
        <div className={classes.state} role="status">
          {isSuccess ? (
            <>
              <IconCircleCheck className={classes.icon} size={22} aria-hidden="true" /> Your email is
              verified.
            </>
          ) : (
            <>
              <Loader size="sm" /> Checking the link…
            </>
          )}
        </div>
      )}
      <Button
        size="md"
        fullWidth
        variant={isSuccess ? 'filled' : 'default'}
        onClick={() => void navigate({ to: '/' })}
      >
        {user ? 'Go to Atelier' : 'Sign in'}
      </Button>
    </AuthLayout>
  );
};
