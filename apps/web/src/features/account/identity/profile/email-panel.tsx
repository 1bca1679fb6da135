import { account } from '@atelier/contracts/account/identity/account';
import { auth, Email } from '@atelier/contracts/account/identity/auth';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { z } from 'zod';
import { useUser } from '../../../../lib/account/session.ts';
import { useWrite } from '../../../../lib/query.ts';
import { call } from '../../../../lib/server/api.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from './account.module.css';

interface ChangeEmailDialogProps {
  hasPassword: boolean;
  onClose: () => void;
  onOrdered: (email: string) => void;
}

const buildEmailSchema = (hasPassword: boolean) =>
  z.object({
    email: Email,
    password: hasPassword ? z.string().min(1, 'Password is required').max(128) : z.string().max(128),
  });

const ChangeEmailDialog = ({ hasPassword, onClose, onOrdered }: ChangeEmailDialogProps) => {
  const form = useZodForm(buildEmailSchema(hasPassword), {
    defaultValues: { email: '', password: '' },
    validateOn: 'submit',
    fieldOfCode: { 'passwords.wrong': 'password' },
    onSubmit: async ({ email, password }) => {
      await call(account.endpoints.changeEmail, { body: hasPassword ? { email, password } : { email } });
      onOrdered(email);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Change email"
      description="We send a link to the new address. Until you follow it, the old one stays."
      form={form}
      submitLabel="Send the link"
      size="sm"
    >
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.field('email')}
      />
      {hasPassword ? (
        <PasswordInput label="Your password" autoComplete="current-password" {...form.field('password')} />
      ) : null}
    </FormDialog>
  );
};

/** Shows the user's email address and whether it is verified, and lets them change it. */
export const EmailPanel = ({ hasPassword }: { hasPassword: boolean }) => {
  const user = useUser();
  const [opened, { open, close }] = useDisclosure();
  const [orderedFor, setOrderedFor] = useState<string>();
  const sendAgain = useWrite(auth.endpoints.sendVerifyEmail, {
    toastFailure: true,
    success: 'Verify link sent to your mail.',
  });
  return (
    <Panel
      title="Email"
      actions={
        <Button variant="default" onClick={open}>
          Change email
        </Button>
      }
    >
      <div className="row-2 medium">
        {user.email}
        {user.email_verified ? (
          <StatusBadge tone="success">Verified</StatusBadge>
        ) : (
          <StatusBadge tone="warning">Not verified</StatusBadge>
        )}
      </div>
      {user.email_verified ? null : (
        <div className="wrap-2 above-4">
          <Button variant="default" loading={sendAgain.isPending} onClick={() => sendAgain.mutate({})}>
            Send Again
          </Button>
        </div>
      )}
      {orderedFor === undefined ? null : (
        <p className={`flat muted ${classes.text}`} role="status">
          We sent a link to <strong>{orderedFor}</strong>. Your email changes when you follow it.
        </p>
      )}
      {opened ? (
        <ChangeEmailDialog hasPassword={hasPassword} onClose={close} onOrdered={setOrderedFor} />
      ) : null}
    </Panel>
  );
};
