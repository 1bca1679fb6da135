import { changedPasswordRules } from '@atelier/contracts/account/identity/password-rules';
import { ChangePasswordForm, passwords } from '@atelier/contracts/account/identity/passwords';
import { Checkbox, PasswordInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import type { z } from 'zod';
import { useSession } from '../../../../lib/account/session.ts';
import { call } from '../../../../lib/server/api.ts';
import { ApiError, unavailableMessage } from '../../../../lib/server/api-error.ts';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { PasswordChecklist } from './password-checklist.tsx';

export interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The time for which a failure is shown, in milliseconds (CONST-07). */
const failureMs = 3000;

/** Returns the server's message, or the text of PASSWORD-10 when it sent none. */
const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.message !== unavailableMessage
    ? error.message
    : 'An error occurred while changing the password!';

/** Confirms the current password, then changes it with the proof that the server returned (PASSWORD-06, PASSWORD-07). */
const changePassword = async (email: string, values: z.output<typeof ChangePasswordForm>): Promise<void> => {
  const { currentPassword, password, revokeApiKey } = values;
  const { idToken } = await call(passwords.endpoints.idToken, { body: { email, password: currentPassword } });
  await call(passwords.endpoints.change, { body: { idToken, password, revokeApiKey } });
};

/** The Change Password dialog (PASSWORD-01 to PASSWORD-19). */
export const ChangePasswordDialog = ({ opened, onClose }: ChangePasswordDialogProps) => {
  const { user } = useSession();
  const navigate = useNavigate();
  const isSignedIn = user !== null;
  const rulesId = useId();
  const form = useZodForm(ChangePasswordForm, {
    defaultValues: { currentPassword: '', password: '', confirmation: '', revokeApiKey: false },
    onSubmit: async (values) => {
      try {
        await changePassword(user?.email ?? '', values);
      } catch (error) {
        toastError(describeFailure(error), { duration: failureMs });
        return;
      }
      toastSuccess('Password changed successfully');
      form.reset();
      onClose();
      await navigate({ to: '/' });
    },
  });

  // Navigation happens outside React (PASSWORD-05).
  useEffect(() => {
    if (opened && !isSignedIn) void navigate({ to: '/' });
  }, [opened, isSignedIn, navigate]);

  return (
    <FormDialog
      title="Change Password"
      description="Your other sessions end."
      opened={opened && isSignedIn}
      onClose={onClose}
      form={form}
      submitLabel="Update Password"
      size="sm"
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordInput
        label="Current Password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('currentPassword')}
      />
      <div>
        <PasswordInput
          label="Enter New Password"
          autoComplete="new-password"
          aria-describedby={rulesId}
          {...form.field('password')}
        />
        <PasswordChecklist id={rulesId} password={form.form.watch('password')} rules={changedPasswordRules} />
      </div>
      <PasswordInput
        label="Confirm New Password"
        autoComplete="new-password"
        {...form.field('confirmation')}
      />
      <Checkbox
        label="Also revoke my API keys"
        description="Programs that use one are refused until you make a new key."
        {...form.field('revokeApiKey')}
      />
    </FormDialog>
  );
};
