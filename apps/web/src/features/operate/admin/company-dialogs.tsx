import { type Company, DisableCompany } from '@atelier/contracts/operate/admin';
import { Textarea } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useDisableCompany, useEnableCompany } from './api.ts';

interface CompanyDialogProps {
  company: Company;
  onClose: () => void;
}

/** Says what disabling a company does, and asks for the reason. */
export const DisableDialog = ({ company, onClose }: CompanyDialogProps) => {
  const disable = useDisableCompany(company);
  const form = useZodForm(DisableCompany, {
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      await disable.mutateAsync({ params: { id: company.tenantId }, body });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Disable “${company.name}”?`}
      description={`Its ${formatCount(company.members, 'member')} cannot open it any more, its API keys are refused, and its chat links stop. Nothing is deleted; you can enable it again.`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Disable"
    >
      <Textarea
        label="Reason"
        description="Stands in the company’s audit log, with your name."
        minRows={2}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
};

export const EnableDialog = ({ company, onClose }: CompanyDialogProps) => {
  const enable = useEnableCompany(company);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Enable “${company.name}” again?`}
      confirmLabel="Enable"
      danger={false}
      onConfirm={() => enable.mutateAsync({ params: { id: company.tenantId } })}
    >
      Its members can switch to it again, and its API keys and chat links answer.
    </ConfirmDialog>
  );
};
