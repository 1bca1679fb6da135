import {
  type InvitationShown,
  type InvitationStatus,
  people,
} from '@atelier/contracts/account/people/people';
import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../../lib/account/session.ts';
import { rememberRoute } from '../../../../lib/browser/last-route.ts';
import { formatDate } from '../../../../lib/format.ts';
import { useRead } from '../../../../lib/query.ts';
import { ApiError } from '../../../../lib/server/api-error.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { AuthLayout } from '../../identity/index.ts';
import { roleWords } from '../model/role-words.ts';
import { JoinForm } from './join-form.tsx';
import { JoinSignedIn } from './join-signed-in.tsx';

/** Shown when the invited address has an account. It leads to the sign-in and then back to the invitation. */
const SignInFirst = ({ token, email }: { token: string; email: string }) => {
  const navigate = useNavigate();
  const goToSignIn = () => {
    rememberRoute(`/invitation?token=${encodeURIComponent(token)}`);
    void navigate({ href: `/?token=${encodeURIComponent(token)}` });
  };
  return (
    <Stack gap="md">
      <Text>
        The invitation is for <strong>{email}</strong>, which has an account already.
      </Text>
      <Button size="md" fullWidth onClick={goToSignIn}>
        Sign in to join
      </Button>
    </Stack>
  );
};

const closed: Record<Exclude<InvitationStatus, 'PENDING'>, string> = {
  EXPIRED: 'This invitation has expired. Please ask for a new one.',
  ACCEPTED: 'This invitation was used already. Sign in to open the company.',
  REVOKED: 'This invitation was revoked. Please ask the person who invited you.',
};

const incomplete = new ApiError({
  code: 'people.invitation_not_found',
  message: 'This link is not complete. Please open it again from the mail.',
  status: 404,
});

const ToStart = () => {
  const navigate = useNavigate();
  const { user } = useSession();
  return (
    <Button size="md" fullWidth onClick={() => void navigate({ to: '/' })}>
      {user ? 'Go to Atelier' : 'Sign in'}
    </Button>
  );
};

interface InvitationProps {
  token: string;
  invitation: InvitationShown;
}

/** Offers the one way to join that fits the visitor: signed in, with an account, or new. */
const HowToJoin = ({ token, invitation }: InvitationProps) => {
  const { user } = useSession();
  if (user) return <JoinSignedIn token={token} invitation={invitation} user={user} />;
  if (invitation.hasAccount) return <SignInFirst token={token} email={invitation.email} />;
  return <JoinForm token={token} email={invitation.email} />;
};

const Invitation = ({ token, invitation }: InvitationProps) => {
  const { companyName, invitedBy, role, expiresAt, status } = invitation;
  return (
    <AuthLayout
      title={`Join ${companyName}`}
      description={
        status === 'PENDING'
          ? `${invitedBy} invites you as ${roleWords[role].name}, until ${formatDate(expiresAt)}. ${roleWords[role].may}`
          : closed[status]
      }
    >
      {status === 'PENDING' ? <HowToJoin token={token} invitation={invitation} /> : <ToStart />}
    </AuthLayout>
  );
};

const Refused = ({ error }: { error: unknown }) => (
  <AuthLayout title="Invitation" description="An invitation is opened by the link in its mail.">
    <ErrorState compact error={error} title="The invitation could not be opened" />
    <ToStart />
  </AuthLayout>
);

const Loaded = ({ token }: { token: string }) => {
  const invitation = useRead(people.endpoints.getInvitation, { params: { id: token } });
  if (invitation.error) return <Refused error={invitation.error} />;
  return <QueryView query={invitation}>{(data) => <Invitation token={token} invitation={data} />}</QueryView>;
};

/** `/invitation?token=…`: the target of the link in the mail, for signed-in users and visitors. */
export const InvitationScreen = () => {
  const [token] = useUrlState('token');
  return token === '' ? <Refused error={incomplete} /> : <Loaded token={token} />;
};
