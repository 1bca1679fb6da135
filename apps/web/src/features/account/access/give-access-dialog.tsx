import { NewAccess } from '@atelier/contracts/account/access';
import { NativeSelect, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useOperator } from '../../../lib/account/operator.ts';
import { useMay } from '../../../lib/account/session.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useGiveAccess } from './api.ts';

interface GiveAccessDialogProps {
  entityId: string;
  /** The kind of the object that is shared and its name: "the app Help desk". */
  what: string;
  /** True where somebody from outside the company can be invited to this object alone. */
  invitesFromOutside: boolean;
  opened: boolean;
  onClose: () => void;
}

const schema = NewAccess.omit({ entityId: true, tenantId: true, endsAt: true }).extend({
  /** The last day of the access, in the time of the reader; empty when it does not end by itself. */
  lastDay: z.string(),
});

/** Returns the end of a day, which belongs to access from outside the company only. */
const toEndTime = ({ as, lastDay }: z.output<typeof schema>): string | undefined =>
  as === 'APP_USER' && lastDay !== '' ? new Date(`${lastDay}T23:59:59`).toISOString() : undefined;

const roles = [
  { value: 'USER', label: 'User: uses what is open to the company, and this' },
  { value: 'OPERATOR', label: 'Operator: uses only what they are given, and decides about results' },
];

/** Gives somebody access by email address, and invites people who are not members yet (ACCESS-02). */
export const GiveAccessDialog = ({
  entityId,
  what,
  invitesFromOutside,
  opened,
  onClose,
}: GiveAccessDialogProps) => {
  const mayInvite = useMay()('users:write');
  const sendsMail = useOperator()?.sendsMail ?? true;
  const give = useGiveAccess();
  const form = useZodForm(schema, {
    defaultValues: { email: '', role: 'USER', as: 'MEMBER', lastDay: '' },
    fieldOfCode: {
      'access.already_given': 'email',
      'access.invitation_forbidden': 'email',
      'app_users.ends_in_past': 'lastDay',
    },
    onSubmit: async (values) => {
      const { lastDay: _lastDay, ...given } = values;
      const body = { entityId, ...given, endsAt: toEndTime(values) };
      const { status } = await give.mutateAsync({ body });
      toastSuccess(
        status === 'GRANTED'
          ? `${values.email} has access now.`
          : `${values.email} was invited, and has access as soon as they accept.`,
      );
      form.reset();
      onClose();
    },
  });
  const invitation = sendsMail
    ? 'gets an invitation by mail.'
    : 'is invited; this server sends no mail, so copy their link under Users.';
  const isFromOutside = form.form.watch('as') === 'APP_USER';
  return (
    <FormDialog
      title="Give access"
      description={`To ${what}. ${
        isFromOutside
          ? 'Somebody who is not in your company gets an invitation to this app alone, and an account for it.'
          : mayInvite
            ? `Somebody who is not in your company yet ${invitation}`
            : 'To somebody in your company; others are invited by an owner or admin first.'
      }`}
      opened={opened}
      onClose={onClose}
      form={form}
      submitLabel="Give access"
    >
      <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.field('email')} />
      {invitesFromOutside ? (
        <NativeSelect
          label="Somebody new becomes"
          data={[
            { value: 'MEMBER', label: 'A member of your company' },
            { value: 'APP_USER', label: 'A user of this app alone' },
          ]}
          {...form.field('as')}
        />
      ) : null}
      {isFromOutside ? (
        <TextInput
          label="Last day"
          description="Left empty, the access does not end by itself."
          type="date"
          {...form.field('lastDay')}
        />
      ) : null}
      {mayInvite && !isFromOutside ? (
        <NativeSelect
          label="Role for somebody new"
          description="Members of your company keep the role that they have."
          data={roles}
          {...form.field('role')}
        />
      ) : null}
    </FormDialog>
  );
};
