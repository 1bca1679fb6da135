import {
  auth,
  SecondFactorChallenge,
  type SessionUser,
  SignIn,
} from '@atelier/contracts/account/identity/auth';
import { PasswordInput, TextInput } from '@mantine/core';
import type { z } from 'zod';
import { call } from '../../../lib/server/api.ts';
import { ApiError } from '../../../lib/server/api-error.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Returns the challenge of a refusal that asks for the second step; undefined for every other failure. */
const findChallenge = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'auth.second_factor_required'
    ? SecondFactorChallenge.safeParse(error.details).data?.challenge
    : undefined;

/** The first step of signing in. Returns the user, or the challenge that the second step must repeat. */
const signIn = async (
  body: z.output<typeof SignIn>,
): Promise<{ user: SessionUser } | { challenge: string }> => {
  try {
    return await call(auth.endpoints.signIn, { body });
  } catch (error) {
    const challenge = findChallenge(error);
    if (challenge === undefined) throw error;
    return { challenge };
  }
};

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
