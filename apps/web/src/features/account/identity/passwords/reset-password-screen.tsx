import { passwords, ResetPasswordForm } from '@atelier/contracts/account/identity/passwords';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { useSession } from '../../../../lib/account/session.ts';
import { call } from '../../../../lib/server/api.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

const ResetForm = ({ token }: { token: string }) => {
  const { refresh } = useSession();
  const navigate = useNavigate();
  const rulesId = useId();
  const form = useZodForm(ResetPasswordForm, {
    defaultValues: { password: '', confirmation: '' },
    onSubmit: async ({ password }) => {
      await call(passwords.endpoints.reset, { body: { token, password } });
      // The reset has ended the session of this browser too.
      await refresh();
      toastSuccess('Your new password is set. Please sign in with it.');
      await navigate({ to: '/', search: {} });
    },
  });
  const { setFocus } = form.form;
  // The focus belongs to the browser and not to React.
  useEffect(() => setFocus('password'), [setFocus]);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <div>
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            aria-describedby={rulesId}
            {...form.field('password')}
          />
          <PasswordChecklist id={rulesId} password={form.form.watch('password')} />
        </div>
        <PasswordInput label="Confirm password" autoComplete="new-password" {...form.field('confirmation')} />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.isSubmitting}>
          Set password
        </Button>
      </Stack>
    </form>
  );
};

/** `/reset-password?token=`: the target of the link in the mail. */
export const ResetPasswordScreen = () => {
  const [token] = useUrlState('token');
  if (token === '')
    return (
      <AuthLayout
        title="This link is not complete"
        description="Please open it again from the mail, or ask for a new one."
      >
        <TextLink to="/forgot">Ask for a new link</TextLink>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Set a new password"
      description="You will be signed out everywhere, and can then sign in with the new password."
      footer={<TextLink to="/forgot">Ask for a new link</TextLink>}
    >
      <ResetForm token={token} />
    </AuthLayout>
  );
};
