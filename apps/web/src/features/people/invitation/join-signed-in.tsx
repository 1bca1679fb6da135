import type { SessionUser } from '@atelier/contracts/auth';
import type { InvitationShown } from '@atelier/contracts/people';
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useSession } from '../../../lib/session.ts';
import { describeError } from '../../../ui/describe-error.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.tsx';
import { useAccept } from './use-accept.ts';

interface JoinSignedInProps {
  token: string;
  invitation: InvitationShown;
  user: SessionUser;
}

/** Somebody else is signed in here: they are signed out first (SESSION-11). */
const SigningOut = ({ user }: { user: SessionUser }) => {
  const { end } = useSession();
  // The session is the server's; it is ended once, on arrival.
  useEffect(() => {
    end().then(
      () => toastSuccess(`${user.email} was signed out.`),
      (error: unknown) => toastError(describeError(error).message),
    );
  }, [end, user.email]);
  return <Loader aria-label={`Signing ${user.email} out`} />;
};

const Join = ({ token, companyName }: { token: string; companyName: string }) => {
  const accept = useAccept();
  return (
    <Stack gap="md">
      <Text>Your own company stays as it is. You can switch between them at any time.</Text>
      <FormFailure failure={accept.error ? describeError(accept.error) : undefined} />
      <Button
        size="md"
        fullWidth
        loading={accept.isPending}
        onClick={() => accept.mutate({ params: { id: token }, body: undefined })}
      >
        Join {companyName}
      </Button>
    </Stack>
  );
};

/** Joins with the account that is signed in, when it is the one that was invited. */
export const JoinSignedIn = ({ token, invitation, user }: JoinSignedInProps) =>
  user.email === invitation.email ? (
    <Join token={token} companyName={invitation.companyName} />
  ) : (
    <SigningOut user={user} />
  );
