import { RenamedTenant } from '@atelier/contracts/account/people/people';
import { TextInput } from '@mantine/core';
import { useUser } from '../../../../lib/account/session.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useRenameTenant } from '../api.ts';

export const RenameDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const { tenantId } = useUser();
  const rename = useRenameTenant();
  const form = useZodForm(RenamedTenant, {
    defaultValues: { tenantName: name },
    onSubmit: async (body) => {
      await rename.mutateAsync({ params: { id: tenantId }, body });
      onClose();
    },
  });
  return (
    <FormDialog opened title="Rename the company" onClose={onClose} form={form} submitLabel="Rename">
      <TextInput
        label="Company name"
        autoComplete="organization"
        data-autofocus
        {...form.field('tenantName')}
      />
    </FormDialog>
  );
};
