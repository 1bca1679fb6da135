import { auth } from '@atelier/contracts/account/identity/auth';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../../lib/account/session.ts';
import { useWrite } from '../../../../lib/query.ts';
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

const Verified = () => (
  <div className={`line-2 large ${classes.state}`} role="status">
    <IconCircleCheck className="success" size={22} aria-hidden="true" /> Your email is verified.
  </div>
);

/**
 * The target of the link in the verification mail. Only its button verifies the address, because mail scanners and previews open every link.
 */
export const VerifyScreen = () => {
  const [token] = useUrlState('token');
  const { user, refresh } = useSession();
  const navigate = useNavigate();
  // The banner should disappear for a user who is signed in. The session lives outside this screen.
  const { mutate, isPending, isSuccess, error } = useWrite(auth.endpoints.verifyEmail, {
    onSuccess: () => void refresh(),
  });
  const failure = token === '' ? incomplete : error;
  return (
    <AuthLayout title="Email verification" description="One click, and we know that the address is yours.">
      {failure ? <ErrorState compact error={failure} title="The address could not be verified" /> : null}
      {isSuccess ? <Verified /> : null}
      {failure || isSuccess ? (
        <Button
          size="md"
          fullWidth
          variant={isSuccess ? 'filled' : 'default'}
          onClick={() => void navigate({ to: '/' })}
        >
          {user ? 'Go to Atelier' : 'Sign in'}
        </Button>
      ) : (
        <Button size="md" fullWidth loading={isPending} onClick={() => mutate({ body: { token } })}>
          Verify my email
        </Button>
      )}
    </AuthLayout>
  );
};
