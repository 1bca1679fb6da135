import { useEffect } from 'react';
import { InvitationLinkDialog } from '../../../../ui/invitation-link-dialog.tsx';
import { useInvitationLink } from '../api.ts';

interface LinkDialogProps {
  member: { id: string; email: string };
  onClose: () => void;
}

/** Shows the link of an invitation to the company. Each showing makes the previous link invalid. */
export const LinkDialog = ({ member, onClose }: LinkDialogProps) => {
  const { mutate, data, error } = useInvitationLink();
  // Opening the dialog is how the user asks for a link, so it is made at once.
  useEffect(() => mutate({ params: { id: member.id } }), [mutate, member.id]);
  return <InvitationLinkDialog email={member.email} link={data?.link} error={error} onClose={onClose} />;
};
