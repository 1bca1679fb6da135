import { useUser } from '../../../../lib/account/session.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useLeaveTenant } from '../api.ts';
import classes from '../people.module.css';

export const LeaveTenantDialog = ({ companyName, onClose }: { companyName: string; onClose: () => void }) => {
  const { tenantId } = useUser();
  const leave = useLeaveTenant();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Leave ${companyName}?`}
      confirmLabel="Leave"
      onConfirm={() => leave.mutateAsync({ params: { id: tenantId } })}
    >
      <div className={classes.consequences}>
        <p>Your API key here stops working, and your access is revoked. Everything that you created stays.</p>
        <p>You continue in your own company. If you have none yet, one is created for you.</p>
      </div>
    </ConfirmDialog>
  );
};
