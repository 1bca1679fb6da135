import { SignIn } from '@atelier/contracts/auth';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { OperatorNote } from '../../lib/operator-note.tsx';
import { useSession } from '../../lib/session.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { AuthLayout, SignedInElsewhere } from './auth-layout.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStep } from './second-step.tsx';
import { signIn } from './sign-in.ts';

const SignInForm = ({ onChallenge }: { onChallenge: (challenge: string) => void }) => {
  const { begin } = useSession();
  const form = useZodForm(SignIn, {
    defaultValues: { email: '', password: '' },
    validateOn: 'submit',
    onSubmit: async (body) => {
      const answer = await signIn(body);
      if ('challenge' in answer) onChallenge(answer.challenge);
      else begin(answer.user);
    },
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

/** The login page (ROUTE-01). `?challenge=` shows the second step, also to whoever comes back from a provider. */
export const SignInScreen = () => {
  const [challenge, setChallenge] = useUrlState('challenge');
  return (
    <SignedInElsewhere>
      {challenge === '' ? (
        <AuthLayout
          title="Welcome back"
          description="Sign in to your company’s workspace."
          footer={
            <>
              New here? <TextLink to="/signup">Create an account</TextLink>
              {' · '}
              <TextLink to="/forgot">Forgot password?</TextLink>
            </>
          }
        >
          <SignInForm onChallenge={setChallenge} />
          <ProviderButtons />
          <OperatorNote />
        </AuthLayout>
      ) : (
        <SecondStep challenge={challenge} onBack={() => setChallenge('')} />
      )}
    </SignedInElsewhere>
  );
};
