import { account } from '@atelier/contracts/account';
import { PersonName } from '@atelier/contracts/auth';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useSession, useUser } from '../../lib/session.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { toastSuccess } from '../../ui/toasts.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';

const NameShape = z.object({ name: PersonName });

/** The own name; mount it anew when the name changes. */
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
