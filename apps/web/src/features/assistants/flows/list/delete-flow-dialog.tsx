import type { FlowLine, FlowRemoval } from '@atelier/contracts/assistants/flows/flow-shapes';
import { CallersLeft } from '../../../../lib/callers.tsx';
import { DeleteDialog, type DeleteDialogEvents, Removal } from '../../../../lib/entities/delete-dialog.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { DeleteConsequences } from '../../../../ui/content/delete-consequences.tsx';
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

interface DeleteFlowDialogProps extends DeleteDialogEvents {
  flow: Pick<FlowLine, 'flowId' | 'displayName'>;
}

/** Says what is deleted along with a flow. */
export const DeleteFlowDialog = ({ flow: { flowId, displayName }, ...events }: DeleteFlowDialogProps) => {
  const remove = useRemoveFlow(displayName);
  return (
    <DeleteDialog
      {...events}
      name={displayName}
      onDelete={() => remove.mutateAsync({ params: { id: flowId }, query: {} })}
    >
      <Removal query={useFlowRemoval(flowId, true)}>{(data) => <Consequences removal={data} />}</Removal>
    </DeleteDialog>
  );
};
