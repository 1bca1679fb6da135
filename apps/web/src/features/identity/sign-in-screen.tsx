import { auth, SignIn } from '@atelier/contracts/auth';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { AuthLayout, SignedInElsewhere } from './auth-layout.tsx';

const SignInForm = () => {
  const { begin } = useSession();
  const form = useZodForm(SignIn, {
    defaultValues: { email: '', password: '' },
    validateOn: 'submit',
    onSubmit: async (body) => begin((await call(auth.endpoints.signIn, { body })).user),
  });
  const { setFocus } = form.form;
  // Focus is the browser's, not React's.
  useEffect(() => setFocus('email'), [setFocus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.field('password')} />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
};

export const SignInScreen = () => (
  <SignedInElsewhere>
    <AuthLayout
      title="Welcome back"
      description="Sign in to your company’s workspace."
      footer={
        <>
          New here? <TextLink to="/signup">Create an account</TextLink>
        </>
      }
    >
      <SignInForm />
    </AuthLayout>
  </SignedInElsewhere>
);
