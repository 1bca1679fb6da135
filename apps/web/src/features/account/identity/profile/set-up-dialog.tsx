import { account } from '@atelier/contracts/account/identity/account';
import { SecondFactorCode } from '@atelier/contracts/account/identity/auth';
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../../lib/server/api.ts';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { QrCode } from '../../../../ui/content/qr-code.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import classes from './account.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

const { endpoints } = account;

interface Proposal {
  secret: string;
  uri: string;
}

const AnyPassword = z.object({ password: z.string().max(128) });
const RequiredPassword = z.object({ password: z.string().min(1, 'Password is required').max(128) });

interface BeginProps {
  hasPassword: boolean;
  onProposed: (proposal: Proposal) => void;
}

/** Asks for the password again, so that access to an unattended screen is not enough to lock the user out. */
const Begin = ({ hasPassword, onProposed }: BeginProps) => {
  const form = useZodForm(hasPassword ? RequiredPassword : AnyPassword, {
    defaultValues: { password: '' },
    fieldOfCode: { 'passwords.wrong': 'password' },
    onSubmit: async ({ password }) =>
      onProposed(await call(endpoints.setUpSecondFactor, { body: hasPassword ? { password } : {} })),
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <p className={`flat muted ${classes.text}`}>
          You need an authenticator app on your phone, such as the one of your phone’s maker, Google
          Authenticator, Microsoft Authenticator or 2FAS.
        </p>
        {hasPassword ? (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            {...form.field('password')}
          />
        ) : null}
        <FormFailure failure={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.isSubmitting}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

interface ConfirmProps {
  proposal: Proposal;
  onConfirmed: (codes: string[]) => void;
}

const Confirm = ({ proposal, onConfirmed }: ConfirmProps) => {
  const form = useZodForm(z.object({ code: SecondFactorCode }), {
    defaultValues: { code: '' },
    validateOn: 'submit',
    fieldOfCode: { 'auth.code_wrong': 'code' },
    onSubmit: async (body) =>
      onConfirmed((await call(endpoints.confirmSecondFactor, { body })).recoveryCodes),
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <p className={`flat muted ${classes.text}`}>Scan this with the app, or type the key into it.</p>
        <QrCode text={proposal.uri} label="QR code of the key for the authenticator app" />
        <div className="row-2 justify-center">
          <code className="break-anywhere">{proposal.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton value={proposal.secret} label="Copy the key" />
        </div>
        <TextInput
          label="Code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.field('code')}
        />
        <FormFailure failure={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.isSubmitting}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

interface SetUpDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** Asks for the password, then for the first code of the new key, and then shows the recovery codes. */
export const SetUpDialog = ({ hasPassword, onClose }: SetUpDialogProps) => {
  const client = useQueryClient();
  const [proposal, setProposal] = useState<Proposal>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => {
    if (codes) void client.invalidateQueries({ queryKey: [endpoints.secondFactor.path] });
    onClose();
  };
  return (
    <Modal opened onClose={close} title="Set up two-factor sign-in" closeOnClickOutside={false}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : proposal ? (
        <Confirm proposal={proposal} onConfirmed={setCodes} />
      ) : (
        <Begin hasPassword={hasPassword} onProposed={setProposal} />
      )}
    </Modal>
  );
};
