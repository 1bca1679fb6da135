import { useUser } from '../../../../lib/account/session.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useHoldings, useRemoveTenant } from '../api.ts';
import { holdingsLines } from '../model/holdings-words.ts';
import classes from '../people.module.css';

/** Says what is deleted along with the tenant, and asks the user to type its name. */
export const DeleteTenantDialog = ({
  companyName,
  onClose,
}: {
  companyName: string;
  onClose: () => void;
}) => {
  const { tenantId } = useUser();
  const remove = useRemoveTenant();
  const holdings = useHoldings();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${companyName}?`}
      confirmLabel="Delete company"
      typed={companyName}
      onConfirm={() => remove.mutateAsync({ params: { id: tenantId }, body: { tenantName: companyName } })}
    >
      <div className={classes.consequences}>
        <p>This is deleted permanently and cannot be restored:</p>
        <QueryView query={holdings} skeleton="text">
          {(data) => (
            <ul>
              {holdingsLines(data).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </QueryView>
        <p>
          Your account stays. If you own no other company, you begin with a new, empty one. Its free credits
          come with its second month, and it has no free trial.
        </p>
      </div>
    </ConfirmDialog>
  );
};
