import { account } from '@atelier/contracts/account/identity/account';
import { UserName } from '@atelier/contracts/account/identity/auth';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useSession, useUser } from '../../../../lib/account/session.ts';
import { call } from '../../../../lib/server/api.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';

const NameShape = z.object({ name: UserName });

/** Edits the user's name. Mount it again when the name has changed elsewhere. */
export const NameForm = () => {
  const user = useUser();
  const { begin } = useSession();
  const form = useZodForm(NameShape, {
    defaultValues: { name: user.name },
    onSubmit: async (body) => {
      const reply = await call(account.endpoints.updateProfile, { body });
      form.reset({ name: reply.user.name });
      begin(reply.user);
      toastSuccess('Profile saved');
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Name" autoComplete="name" {...form.field('name')} />
        <FormFailure failure={form.failure} />
        <Group>
          <Button type="submit" loading={form.isSubmitting} disabled={!form.isDirty}>
            Save name
          </Button>
        </Group>
      </Stack>
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </form>
  );
};
