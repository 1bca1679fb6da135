import { type SessionUser, SignIn } from '@atelier/contracts/auth';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { signIn } from './sign-in.ts';

interface SignInFormProps {
  /** Who is probably signing in. */
  email?: string;
  onChallenge: (challenge: string) => void;
  onSignedIn: (user: SessionUser) => unknown;
}

/** Email and password, the first step of signing in. */
export const SignInForm = ({ email = '', onChallenge, onSignedIn }: SignInFormProps) => {
  const form = useZodForm(SignIn, {
    defaultValues: { email, password: '' },
    validateOn: 'submit',
    onSubmit: async (body) => {
      const answer = await signIn(body);
      if ('challenge' in answer) onChallenge(answer.challenge);
      else await onSignedIn(answer.user);
    },
  });
  const { setFocus } = form.form;
  // Focus is the browser's, not React's.
  useEffect(() => setFocus(email === '' ? 'email' : 'password'), [setFocus, email]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus={email === '' ? undefined : true}
          {...form.field('password')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
