import { NewMember } from '@atelier/contracts/account/people/people';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { PasswordChecklist, TermsNote } from '../../identity/index.ts';
import { useAccept } from './use-accept.ts';

/** Creates an account. Its email address is that of the invitation, which also verifies it. */
export const JoinForm = ({ token, email }: { token: string; email: string }) => {
  const accept = useAccept();
  const rulesId = useId();
  const form = useZodForm(NewMember, {
    defaultValues: { name: '', password: '' },
    onSubmit: (body) => accept.mutateAsync({ params: { id: token }, body: { ...body, acceptTerms: true } }),
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
        <TextInput label="Name" autoComplete="name" {...form.field('name')} />
        <div>
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            aria-describedby={rulesId}
            {...form.field('password')}
          />
          <PasswordChecklist id={rulesId} password={form.form.watch('password')} />
        </div>
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Create account and join
        </Button>
        <TermsNote />
      </Stack>
    </form>
  );
};
