import { account } from '@atelier/contracts/account/identity/account';
import { SecondFactorCode } from '@atelier/contracts/account/identity/auth';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../../../lib/query.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const { endpoints } = account;
const refreshes = [endpoints.secondFactor];
const CodeForm = z.object({ code: SecondFactorCode });

const useCodeForm = (onSubmit: (body: z.output<typeof CodeForm>) => Promise<unknown>) =>
  useZodForm(CodeForm, {
    defaultValues: { code: '' },
    validateOn: 'submit',
    fieldOfCode: { 'auth.code_wrong': 'code' },
    onSubmit,
  });

const codeField = {
  label: 'Code',
  description: 'Of your authenticator app, or a recovery code.',
  autoComplete: 'one-time-code',
  'data-autofocus': true,
} as const;

/** Asks for a code, then shows the new recovery codes. */
export const RenewCodesDialog = ({ onClose }: { onClose: () => void }) => {
  const [codes, setCodes] = useState<string[]>();
  const renew = useWrite(endpoints.renewRecoveryCodes, { refreshes });
  const form = useCodeForm(async (body) => setCodes((await renew.mutateAsync({ body })).recoveryCodes));
  if (codes)
    return (
      <Modal opened onClose={onClose} title="New recovery codes" closeOnClickOutside={false}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Modal>
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="New recovery codes"
      description="The recovery codes that you have now stop working."
      form={form}
      submitLabel="Make new codes"
      size="sm"
    >
      <TextInput {...codeField} {...form.field('code')} />
    </FormDialog>
  );
};

/** Asks for a code, then turns the second step of signing in off. */
export const TurnOffDialog = ({ onClose }: { onClose: () => void }) => {
  const turnOff = useWrite(endpoints.turnOffSecondFactor, {
    refreshes,
    success: 'Two-factor sign-in is off',
  });
  const form = useCodeForm(async (body) => {
    await turnOff.mutateAsync({ body });
    onClose();
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Turn off two-factor sign-in?"
      description="Your password alone opens your account then. The key in your app and your recovery codes stop working."
      form={form}
      submitLabel="Turn off"
      size="sm"
    >
      <TextInput {...codeField} {...form.field('code')} />
    </FormDialog>
  );
};
