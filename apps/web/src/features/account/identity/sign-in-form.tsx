import { type SessionUser, SignIn } from '@atelier/contracts/account/identity/auth';
import { PasswordInput, TextInput } from '@mantine/core';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { signIn } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';

interface SignInFormProps {
  /** The email address that the form starts with. */
  email?: string;
  onChallenge: (challenge: string) => void;
  onSignedIn: (user: SessionUser) => unknown;
}

/** The first step of signing in, with email address and password. */
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
  return (
    <SignInFrame form={form} focus={email === '' ? 'email' : 'password'}>
      <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus={email === '' ? undefined : true}
        {...form.field('password')}
      />
    </SignInFrame>
  );
};
