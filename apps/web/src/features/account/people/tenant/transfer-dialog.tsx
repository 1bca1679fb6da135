import { NewOwner } from '@atelier/contracts/account/people/people';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '../../../../lib/account/session.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useOwnerCandidates, useTransferOwnership } from '../api.ts';

interface TransferDialogProps {
  companyName: string;
  onClose: () => void;
}

/** Transfers the tenant to another member. The user must type its name, because this cannot be undone. */
export const TransferDialog = ({ companyName, onClose }: TransferDialogProps) => {
  const { tenantId } = useUser();
  const transfer = useTransferOwnership();
  const [search, setSearch] = useState('');
  const heirs = useOwnerCandidates(search);
  const form = useZodForm(NewOwner, {
    defaultValues: { userId: '', tenantName: '' },
    fieldOfCode: { 'people.name_mismatch': 'tenantName', 'people.member_not_found': 'userId' },
    onSubmit: async (body) => {
      await transfer.mutateAsync({ params: { id: tenantId }, body });
      onClose();
    },
  });
  const heir = form.bind('userId');
  const choices = (heirs.data?.items ?? [])
    .filter(({ isSelf }) => !isSelf)
    .map(({ id, name, email }) => ({ value: id, label: `${name ?? email} (${email})` }));
  return (
    <FormDialog
      opened
      title="Transfer ownership"
      description="The new owner can do everything, including deleting the company. You become an admin and cannot take it back yourself."
      onClose={onClose}
      form={form}
      submitLabel="Transfer ownership"
    >
      <Select
        label="New owner"
        placeholder="Choose a member"
        searchable
        data={choices}
        filter={({ options }) => options}
        value={heir.value === '' ? null : heir.value}
        onChange={(value) => heir.onChange(value ?? '')}
        onSearchChange={(typed) => setSearch(choices.some(({ label }) => label === typed) ? '' : typed)}
        nothingFoundMessage="No other member. Invite somebody under Users first."
        error={heir.error}
      />
      <TextInput label={`Type ${companyName} to confirm`} autoComplete="off" {...form.field('tenantName')} />
    </FormDialog>
  );
};
