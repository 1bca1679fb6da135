import type { AgentLine, AgentRemoval } from '@atelier/contracts/assistants/agents/agent-shapes';
import { CallersLeft } from '../../../lib/callers.tsx';
import { DeleteDialog, type DeleteDialogEvents, Removal } from '../../../lib/entities/delete-dialog.tsx';
import { formatCount } from '../../../lib/format.ts';
import { DeleteConsequences } from '../../../ui/content/delete-consequences.tsx';
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

interface DeleteAgentDialogProps extends DeleteDialogEvents {
  agent: Pick<AgentLine, 'agentId' | 'name'>;
}

/** Says what is deleted along with an agent. */
export const DeleteAgentDialog = ({ agent, ...events }: DeleteAgentDialogProps) => {
  const { agentId, name } = agent;
  const remove = useRemoveAgent(agent);
  return (
    <DeleteDialog
      {...events}
      name={name}
      onDelete={() => remove.mutateAsync({ params: { id: agentId }, query: { force: 'true' } })}
    >
      <Removal query={useAgentRemoval(agentId)}>
        {(data) => <Consequences removal={data} isOfCrew={isCrewId(agentId)} />}
      </Removal>
    </DeleteDialog>
  );
};
