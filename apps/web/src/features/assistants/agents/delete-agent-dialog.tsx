import type { AgentLine, AgentRemoval } from '@atelier/contracts/assistants/agents/agent-shapes';
import { CallersLeft } from '../../../lib/callers.tsx';
import { formatCount } from '../../../lib/format.ts';
import { DeleteConsequences } from '../../../ui/content/delete-consequences.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useAgentRemoval, useRemoveAgent } from './api.ts';
import { isCrewId } from './model/crew.ts';

const Consequences = ({ removal, isOfCrew }: { removal: AgentRemoval; isOfCrew: boolean }) => (
  <DeleteConsequences final="This cannot be undone. To stop it for a while, switch it off.">
    <li>
      {formatCount(removal.versions, 'version')} and {formatCount(removal.runs, 'run')} are deleted with it.
    </li>
    {removal.openRuns > 0 ? <li>{formatCount(removal.openRuns, 'open run')} will be cancelled.</li> : null}
    {removal.usedBy.map(({ agentId, name, isCrew }) => (
      <li key={agentId}>
        {isCrew
          ? `It belongs to the crew “${name}”, which will have to do without it.`
          : `“${name}” hands work to it and will have to do without it.`}
      </li>
    ))}
    <CallersLeft callers={removal.callers} />
    {isOfCrew ? null : <li>What it remembers about people is deleted with it.</li>}
    <li>Its test questions and the attacks on it are deleted with it.</li>
    <li>{isOfCrew ? 'Its agents stay.' : 'Its knowledge bases, apps and flows stay.'}</li>
  </DeleteConsequences>
);

interface DeleteAgentDialogProps {
  agent: Pick<AgentLine, 'agentId' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what is deleted along with an agent. */
export const DeleteAgentDialog = ({ agent, onClose, onDeleted }: DeleteAgentDialogProps) => {
  const removal = useAgentRemoval(agent.agentId);
  const remove = useRemoveAgent(agent);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${agent.name}”?`}
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: agent.agentId }, query: { force: 'true' } });
        onDeleted?.();
      }}
    >
      <QueryView query={removal} errorTitle="What is deleted with it could not be read">
        {(data) => <Consequences removal={data} isOfCrew={isCrewId(agent.agentId)} />}
      </QueryView>
    </ConfirmDialog>
  );
};
