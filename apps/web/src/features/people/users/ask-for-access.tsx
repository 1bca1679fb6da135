import { mayAskInviter, people } from '@atelier/contracts/people';
import { Button, Textarea } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useZodForm } from '../../../ui/use-zod-form.ts';
import { useAskForAccess } from '../api.ts';

const AskDialog = ({ onClose }: { onClose: () => void }) => {
  const ask = useAskForAccess();
  const form = useZodForm(people.endpoints.askForAccess.body, {
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
      description="It goes by mail to the person who invited you."
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

/** For operators only: the invited-by action check (ROLE-07 to ROLE-09). */
export const AskForAccess = () => {
  const selectedUser = useUser();
  const [isAsking, setAsking] = useState(false);
  if (!mayAskInviter(selectedUser)) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconHandStop size={16} />} onClick={() => setAsking(true)}>
        Ask for more access
      </Button>
      {isAsking ? <AskDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
};
