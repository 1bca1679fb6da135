import { auth, SecondFactorCode, type SessionUser } from '@atelier/contracts/account/identity/auth';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { call } from '../../../lib/server/api.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const Code = z.object({ code: SecondFactorCode });

interface CodeFormProps {
  challenge: string;
  onSignedIn: (user: SessionUser) => unknown;
}

/** The form for a code of the authenticator app, or for a recovery code. */
export const CodeForm = ({ challenge, onSignedIn }: CodeFormProps) => {
  const form = useZodForm(Code, {
    defaultValues: { code: '' },
    validateOn: 'submit',
    fieldOfCode: { 'auth.code_wrong': 'code' },
    onSubmit: async ({ code }) =>
      onSignedIn((await call(auth.endpoints.secondFactor, { body: { challenge, code } })).user),
  });
  return (
    <SignInFrame form={form} focus="code">
      <TextInput
        label="Code"
        description="Without the app, enter one of your recovery codes."
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        {...form.field('code')}
      />
    </SignInFrame>
  );
};
