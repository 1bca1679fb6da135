import { Button } from '@mantine/core';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import type { AgentEditing } from '../editing/use-agent-form.ts';
import { useAgentActions } from '../use-agent-actions.tsx';

interface AgentActionsProps {
  editing: AgentEditing;
  onDelete: () => void;
}

/** The actions on an agent, in the head of its page. */
export const AgentActions = ({ editing, onDelete }: AgentActionsProps) => {
  const { saved, form, publish, isPublishing, patch } = editing;
  const actions = useAgentActions(onDelete, ({ active, abilities }) => patch({ active, abilities }))(saved);
  const hasChanges = saved.hasDraft || !saved.isPublished || form.isDirty;
  return (
    <>
      <Button loading={isPublishing} disabled={!hasChanges || form.isSubmitting} onClick={publish}>
        {hasChanges ? 'Publish' : 'Published'}
      </Button>
      <ActionsMenu
        label={`Actions for ${saved.name}`}
        actions={actions.filter(({ label }) => label !== 'Edit')}
      />
    </>
  );
};
