import type { AppUserAccess } from '@atelier/contracts/account/app-users/app-users';
import { useEffect } from 'react';
import { InvitationLinkDialog } from '../../../ui/invitation-link-dialog.tsx';
import { useAppInvitationLink } from './api.ts';

/** Shows the link of an invitation to an app. Each showing makes the previous link invalid. */
export const LinkDialog = ({ access, onClose }: { access: AppUserAccess; onClose: () => void }) => {
  const { mutate, data, error } = useAppInvitationLink();
  // Opening the dialog is how the user asks for a link, so it is made at once.
  useEffect(() => mutate({ params: { id: access.accessId }, body: {} }), [mutate, access.accessId]);
  return <InvitationLinkDialog email={access.email} link={data?.link} error={error} onClose={onClose} />;
};
