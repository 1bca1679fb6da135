import { auth, SignUp } from '@atelier/contracts/account/identity/auth';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useSession } from '../../../../lib/account/session.ts';
import { call } from '../../../../lib/server/api.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AuthLayout, SignedInElsewhere } from '../auth-layout.tsx';
import { CheckMail } from '../check-mail.tsx';
import { PasswordChecklist } from '../passwords/password-checklist.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';
import { InvitationOnly, type Invited } from './invitation-only.tsx';
import { TermsNote } from './terms-note.tsx';

interface SignUpFormProps {
  invite: string;
  invited: Invited;
  onMailed: (email: string) => void;
}

const SignUpForm = ({ invite, invited, onMailed }: SignUpFormProps) => {
  const { begin } = useSession();
  const rulesId = useId();
  const form = useZodForm(SignUp, {
    defaultValues: { ...invited, password: '' },
    fieldOfCode: { 'auth.email_taken': 'email' },
    onSubmit: async (values) => {
      const body = { ...values, acceptTerms: true, ...(invite === '' ? {} : { invite }) };
      const { user } = await call(auth.endpoints.signUp, { body });
      if (user) begin(user);
      else onMailed(values.email);
    },
  });
  const { setFocus } = form.form;
  // The focus belongs to the browser and not to React.
  useEffect(() => setFocus(invited.name === '' ? 'name' : 'password'), [setFocus, invited]);
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
        <TermsNote />
      </Stack>
    </form>
  );
};

/** `/signup` (ROUTE-18). Where a mail server is configured, signing up continues with a link in a mail. */
export const SignUpScreen = () => {
  const [mailedTo, setMailedTo] = useState<string>();
  const [invite] = useUrlState('invite');
  const { begin } = useSession();
  return (
    <SignedInElsewhere>
      {mailedTo === undefined ? (
        <AuthLayout
          title="Create your account"
          description="A workspace for you and your company. No card needed."
          footer={
            <>
              Already have an account? <TextLink to="/">Sign in</TextLink>
            </>
          }
        >
          <InvitationOnly invite={invite}>
            {(invited) => <SignUpForm invite={invite} invited={invited} onMailed={setMailedTo} />}
          </InvitationOnly>
          <ProviderButtons isNew invite={invite} onSignedIn={begin} />
        </AuthLayout>
      ) : (
        <CheckMail to={mailedTo}>
          We sent a mail to <strong>{mailedTo}</strong>. Open the link in it, then sign in. If you have an
          account already, the mail says so.
        </CheckMail>
      )}
    </SignedInElsewhere>
  );
};
