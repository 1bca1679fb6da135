import { NewInvitation } from '@atelier/contracts/account/people/people';
import { TextInput } from '@mantine/core';
import { useOperator } from '../../../../lib/account/operator.ts';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useInvite } from '../api.ts';
import { roleChoices } from '../model/role-words.ts';

interface InviteDialogProps {
  onClose: () => void;
  /** Called when there is no mail server, so that the inviting user must pass the link on. */
  onLink: (member: { id: string; email: string }) => void;
}

const byMail = 'They get a mail with a link that works once, for seven days.';
const byHand = 'This server sends no mail, so you get a link to pass on. It works once, for seven days.';

/** Invites somebody, with the role USER unless another one is chosen (ROLE-05). */
export const InviteDialog = ({ onClose, onLink }: InviteDialogProps) => {
  const invite = useInvite();
  const sendsMail = useOperator()?.sendsMail ?? true;
  const form = useZodForm(NewInvitation, {
    defaultValues: { email: '', role: 'USER' },
    fieldOfCode: {
      'people.already_member': 'email',
      'people.already_invited': 'email',
      'people.address_invited_often': 'email',
    },
    onSubmit: async (body) => {
      const { invitationId: id, canCopyLink } = await invite.mutateAsync({ body });
      onClose();
      if (canCopyLink) onLink({ id, email: body.email });
    },
  });
  const { value, onChange, error } = form.bind('role');
  return (
    <FormDialog
      opened
      size="lg"
      title="Invite a user"
      description={sendsMail ? byMail : byHand}
      onClose={onClose}
      form={form}
      submitLabel="Invite"
    >
      <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.field('email')} />
      <ChoiceCards
        label="Role"
        choices={roleChoices}
        value={value ?? 'USER'}
        onChange={onChange}
        error={error}
      />
    </FormDialog>
  );
};
