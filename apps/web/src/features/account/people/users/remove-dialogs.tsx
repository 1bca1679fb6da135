import type { Person } from '@atelier/contracts/account/people/people';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useRemoveMember, useRevokeInvitation } from '../api.ts';
import classes from '../people.module.css';

interface DialogProps {
  person: Person;
  onClose: () => void;
}

export const RemoveDialog = ({ person, onClose }: DialogProps) => {
  const remove = useRemoveMember();
  const name = person.name ?? person.email;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync({ params: { userId: person.id } })}
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

export const RevokeDialog = ({ person, onClose }: DialogProps) => {
  const revoke = useRevokeInvitation();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Take back the invitation of ${person.email}?`}
      confirmLabel="Take back"
      onConfirm={() => revoke.mutateAsync({ params: { id: person.id } })}
    >
      <p>The link in the mail stops working. You can invite this address again at any time.</p>
    </ConfirmDialog>
  );
};
