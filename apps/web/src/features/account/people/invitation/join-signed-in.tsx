import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { InvitationShown } from '@atelier/contracts/account/people/people';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../../lib/account/session.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useAccept } from './use-accept.ts';

interface JoinSignedInProps {
  token: string;
  invitation: InvitationShown;
  user: SessionUser;
}

/** Shown when a different user is signed in. Signing in with the invitation signs them out first (SESSION-11). */
const OtherUser = ({ user, email }: { user: SessionUser; email: string }) => {
  const { end } = useSession();
  const leave = useMutation({ mutationFn: end });
  return (
    <Stack gap="md">
      <Text>
        The invitation is for <strong>{email}</strong>. You are signed in as <strong>{user.email}</strong>.
      </Text>
      <FormFailure failure={leave.error ? describeError(leave.error) : undefined} />
      <Button
        size="md"
        fullWidth
        loading={leave.isPending}
        onClick={() =>
          leave.mutate(undefined, { onSuccess: () => toastSuccess(`${user.email} was signed out.`) })
        }
      >
        Sign out and go on as {email}
      </Button>
      <TextLink to="/agents">Stay signed in</TextLink>
    </Stack>
  );
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

/** Joins with the signed-in account if that is the invited one. */
export const JoinSignedIn = ({ token, invitation, user }: JoinSignedInProps) =>
  user.email === invitation.email ? (
    <Join token={token} companyName={invitation.companyName} />
  ) : (
    <OtherUser user={user} email={invitation.email} />
  );
