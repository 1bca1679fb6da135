import type { AgentVersionLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { VersionPanel } from '../../../../lib/version-panel.tsx';
import { useAgentVersion, useRestoreVersion } from '../api.ts';
import type { AgentEditing } from '../editing/use-agent-form.ts';
import { changesBetween } from '../model/agent-changes.ts';

interface ComparisonProps {
  version: AgentVersionLine;
  editing: AgentEditing;
  onClose: () => void;
}

/** Shows what differs between a version and the saved settings, and makes it the draft again. */
export const Comparison = ({ version: { versionId, number }, editing, onClose }: ComparisonProps) => {
  const { saved, remember, form } = editing;
  const { agentId } = saved;
  const restore = useRestoreVersion();
  const onRestore = () =>
    restore.mutate(
      { params: { id: agentId, versionId } },
      {
        onSuccess: (agent) => {
          remember(agent);
          onClose();
        },
      },
    );
  const lost = form.isDirty ? ' Changes that you have not saved are lost.' : '';
  return (
    <VersionPanel
      number={number}
      query={useAgentVersion(agentId, versionId)}
      listChanges={(then) => changesBetween(then, saved)}
      note={`Restoring makes these settings the draft. What is published stays until you publish again, and who may use the agent stays as it is.${lost}`}
      action={`Restore version ${number}`}
      restore={restore}
      onRestore={versionId === saved.version.versionId ? undefined : onRestore}
      onClose={onClose}
    />
  );
};
