import type { AgentVersionLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Button } from '@mantine/core';
import { SettingChanges } from '../../../../ui/content/setting-changes.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
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
  const { saved, remember } = editing;
  const { agentId } = saved;
  const query = useAgentVersion(agentId, versionId);
  const restore = useRestoreVersion();
  const isCurrent = versionId === saved.version.versionId;
  const restoreNow = () =>
    restore.mutate(
      { params: { id: agentId, versionId } },
      {
        onSuccess: (agent) => {
          remember(agent);
          onClose();
        },
      },
    );
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={`Version ${number}`}
      footer={
        isCurrent ? undefined : (
          <Button loading={restore.isPending} onClick={restoreNow}>
            Restore version {number}
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        errorTitle="The differences could not be loaded"
        isEmpty={(then) => changesBetween(then, saved).length === 0}
        empty={
          <EmptyState compact title="Nothing differs">
            These settings are the present ones.
          </EmptyState>
        }
      >
        {(then) => (
          <>
            <p className="muted small below-4">
              Restoring makes these settings the draft. What is published stays until you publish again, and
              who may use the agent stays as it is.{' '}
              {editing.form.isDirty ? 'Changes that you have not saved are lost.' : ''}
            </p>
            <SettingChanges changes={changesBetween(then, saved)} />
          </>
        )}
      </QueryView>
      <FormFailure failure={restore.error ? describeError(restore.error) : undefined} />
    </SidePanel>
  );
};
