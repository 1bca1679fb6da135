import { DisableTenant, type Tenant } from '@atelier/contracts/operate/admin';
import { Textarea } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useDisableTenant, useEnableTenant } from './api.ts';

interface TenantDialogProps {
  tenant: Tenant;
  onClose: () => void;
}

/** Says what disabling a tenant does, and asks for the reason. */
export const DisableDialog = ({ tenant, onClose }: TenantDialogProps) => {
  const disable = useDisableTenant(tenant);
  const form = useZodForm(DisableTenant, {
    defaultValues: { reason: '' },
    onSubmit: async (body) => {
      await disable.mutateAsync({ params: { id: tenant.tenantId }, body });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Disable “${tenant.name}”?`}
      description={`Its ${formatCount(tenant.members, 'member')} cannot open it any more, its API keys are refused, and its chat links stop. Nothing is deleted; you can enable it again.`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Disable"
    >
      <Textarea
        label="Reason"
        description="Recorded in the company’s audit log with your name."
        minRows={2}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
};

export const EnableDialog = ({ tenant, onClose }: TenantDialogProps) => {
  const enable = useEnableTenant(tenant);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Enable “${tenant.name}” again?`}
      confirmLabel="Enable"
      danger={false}
      onConfirm={() => enable.mutateAsync({ params: { id: tenant.tenantId } })}
    >
      Its members can switch to it again, and its API keys and chat links answer.
    </ConfirmDialog>
  );
};
