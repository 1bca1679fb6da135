import { auth, SignUp } from '@atelier/contracts/auth';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect, useId } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { AuthLayout, SignedInElsewhere } from './auth-layout.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

const SignUpForm = () => {
  const { begin } = useSession();
  const rulesId = useId();
  const form = useZodForm(SignUp, {
    defaultValues: { name: '', email: '', password: '', companyName: '' },
    fieldOfCode: { 'auth.email_taken': 'email' },
    onSubmit: async (body) => begin((await call(auth.endpoints.signUp, { body })).user),
  });
  const { setFocus } = form.form;
  // Focus is the browser's, not React's.
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput label="Name" autoComplete="name" {...form.field('name')} />
        <TextInput label="Work email" type="email" autoComplete="email" {...form.field('email')} />
        <div>
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            aria-describedby={rulesId}
            {...form.field('password')}
          />
          <PasswordChecklist id={rulesId} password={form.form.watch('password')} />
        </div>
        <TextInput label="Company name" autoComplete="organization" {...form.field('companyName')} />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Create account
        </Button>
      </Stack>
    </form>
  );
};

export const SignUpScreen = () => (
  <SignedInElsewhere>
    <AuthLayout
      title="Create your account"
      description="A workspace for you and your company. No card needed."
      footer={
        <>
          Already have an account? <TextLink to="/">Sign in</TextLink>
        </>
      }
    >
      <SignUpForm />
    </AuthLayout>
  </SignedInElsewhere>
);
