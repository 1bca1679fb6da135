import { openid } from '@atelier/contracts/account/identity/openid';
import { waitlist } from '@atelier/contracts/account/identity/waitlist';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../../../lib/query.ts';
import { call } from '../../../../lib/server/api.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';

/** The visitor who fills in the sign-up form, as far as their invitation tells. */
export interface Invited {
  name: string;
  email: string;
  companyName: string;
}

export const nobodyYet: Invited = { name: '', email: '', companyName: '' };

const ToWaitlist = () => {
  const navigate = useNavigate();
  return (
    <Button size="md" fullWidth onClick={() => void navigate({ to: '/signup-waitlist' })}>
      Join the waiting list
    </Button>
  );
};

interface InvitationOnlyProps {
  /** The token from the mail; empty when there is none. */
  invite: string;
  children: (invited: Invited) => ReactNode;
}

/**
 * Fills in the sign-up form for an invited visitor on servers where sign-up requires an invitation (AUTH-07), and shows the message of
 * AUTH-06 to others.
 */
export const InvitationOnly = ({ invite, children }: InvitationOnlyProps) => {
  const providers = useRead(openid.endpoints.providers, {}, { staleTime: Number.POSITIVE_INFINITY });
  const invited = useQuery({
    queryKey: ['invite', invite],
    queryFn: () => call(waitlist.endpoints.readInvite, { body: { invite } }),
    enabled: invite !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invite !== '') {
    if (invited.data) return children(invited.data);
    if (invited.isPending) return null;
    return (
      <>
        <ErrorState compact error={invited.error} title="This invitation cannot be used" />
        <ToWaitlist />
      </>
    );
  }
  if (providers.data?.signUp !== 'invite') return children(nobodyYet);
  return (
    <>
      <p role="status">
        You need an invitation to use Atelier. Please contact support, or join the waiting list.
      </p>
      <ToWaitlist />
    </>
  );
};
