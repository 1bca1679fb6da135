import { auth, SecondFactorCode, type SessionUser } from '@atelier/contracts/auth';
import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';

const Code = z.object({ code: SecondFactorCode });

interface CodeFormProps {
  challenge: string;
  onSignedIn: (user: SessionUser) => unknown;
}

/** A code of the authenticator app, or a recovery code. */
export const CodeForm = ({ challenge, onSignedIn }: CodeFormProps) => {
  const form = useZodForm(Code, {
    defaultValues: { code: '' },
    validateOn: 'submit',
    fieldOfCode: { 'auth.code_wrong': 'code' },
    onSubmit: async ({ code }) =>
      onSignedIn((await call(auth.endpoints.secondFactor, { body: { challenge, code } })).user),
  });
  const { setFocus } = form.form;
  // Focus is the browser's, not React's.
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Code"
          description="Without the app, enter one of your recovery codes."
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          {...form.field('code')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
