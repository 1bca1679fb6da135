import type { Member } from '@atelier/contracts/account/people/people';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useRemoveMember, useRevokeInvitation } from '../api.ts';
import classes from '../people.module.css';

interface DialogProps {
  member: Member;
  onClose: () => void;
}

export const RemoveDialog = ({ member, onClose }: DialogProps) => {
  const remove = useRemoveMember();
  const name = member.name ?? member.email;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync({ params: { userId: member.id } })}
    >
      <div className={classes.consequences}>
        <p>
          {name} can no longer open this company, from the next click on. Their API key stops working, and
          what was given to them here is taken back.
        </p>
        <p>What they made stays. Their account stays too, with a company of their own.</p>
      </div>
    </ConfirmDialog>
  );
};

export const RevokeDialog = ({ member, onClose }: DialogProps) => {
  const revoke = useRevokeInvitation();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Take back the invitation of ${member.email}?`}
      confirmLabel="Take back"
      onConfirm={() => revoke.mutateAsync({ params: { id: member.id } })}
    >
      <p>The link in the mail stops working. You can invite this address again at any time.</p>
    </ConfirmDialog>
  );
};
