import type { FlowLine, FlowRemoval } from '@atelier/contracts/assistants/flows/flow-shapes';
import { CallersLeft } from '../../../../lib/callers.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { DeleteConsequences } from '../../../../ui/content/delete-consequences.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useFlowRemoval, useRemoveFlow } from '../api.ts';

const Consequences = ({ removal }: { removal: FlowRemoval }) => (
  <DeleteConsequences final="Its webhook address stops working. This cannot be undone; to stop it for a while, switch it off.">
    <li>
      {formatCount(removal.versions, 'version')} and {formatCount(removal.runs, 'run')} are deleted with it.
    </li>
    {removal.openRuns > 0 ? <li>{formatCount(removal.openRuns, 'open run')} will be cancelled.</li> : null}
    {removal.storedValues > 0 ? (
      <li>{formatCount(removal.storedValues, 'value')} that it stored will be deleted.</li>
    ) : null}
    {removal.answers.map(({ appId, name }) => (
      <li key={appId}>The app “{name}” answers through it and will answer nothing.</li>
    ))}
    {removal.usedBy.map(({ flowId, displayName }) => (
      <li key={flowId}>“{displayName}” starts it and will fail at that step.</li>
    ))}
    <CallersLeft callers={removal.callers} />
  </DeleteConsequences>
);

interface DeleteFlowDialogProps {
  flow: Pick<FlowLine, 'flowId' | 'displayName'>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what is deleted along with a flow. */
export const DeleteFlowDialog = ({ flow, onClose, onDeleted }: DeleteFlowDialogProps) => {
  const removal = useFlowRemoval(flow.flowId, true);
  const remove = useRemoveFlow(flow.displayName);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${flow.displayName}”?`}
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: flow.flowId }, query: {} });
        onDeleted?.();
      }}
    >
      <QueryView query={removal} errorTitle="What is deleted with it could not be read">
        {(data) => <Consequences removal={data} />}
      </QueryView>
    </ConfirmDialog>
  );
};
