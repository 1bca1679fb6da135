import { auth, SecondFactorCode } from '@atelier/contracts/auth';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { AuthLayout } from './auth-layout.tsx';

const CodeForm = z.object({ code: SecondFactorCode });

interface SecondStepProps {
  challenge: string;
  onBack: () => void;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export const SecondStep = ({ challenge, onBack }: SecondStepProps) => {
  const { begin } = useSession();
  const form = useZodForm(CodeForm, {
    defaultValues: { code: '' },
    validateOn: 'submit',
    fieldOfCode: { 'auth.code_wrong': 'code' },
    onSubmit: async ({ code }) =>
      begin((await call(auth.endpoints.secondFactor, { body: { challenge, code } })).user),
  });
  const { setFocus } = form.form;
  // Focus is the browser's, not React's.
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <AuthLayout
      title="One more step"
      description="Enter the six digits that your authenticator app shows now."
      footer={
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Sign in as somebody else
        </Anchor>
      }
    >
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
    </AuthLayout>
  );
};
