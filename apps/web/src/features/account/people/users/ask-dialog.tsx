import { AskForAccess } from '@atelier/contracts/account/people/people';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useAskForAccess } from '../api.ts';

export const AskDialog = ({ onClose }: { onClose: () => void }) => {
  const ask = useAskForAccess();
  const form = useZodForm(AskForAccess, {
    defaultValues: { message: '' },
    onSubmit: async (body) => {
      await ask.mutateAsync({ body });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title="Ask for more access"
      description="Your request is mailed to the person who invited you."
      onClose={onClose}
      form={form}
      submitLabel="Send"
    >
      <Textarea
        label="What do you need, and what for?"
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        {...form.field('message')}
      />
    </FormDialog>
  );
};
