import type { AgentMemory } from '@atelier/contracts/assistants/agents/agent-memories';
import { formatCount } from '../../../../lib/format.ts';
import { DeleteConsequences } from '../../../../ui/content/delete-consequences.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useRemoveMemories, useRemoveMemory } from './api.ts';
import { CorrectDialog } from './correct-dialog.tsx';

interface AllProps {
  /** The agent whose facts are deleted; undefined for all agents. */
  agent: { agentId: string; name: string } | undefined;
  total: number;
  onClose: () => void;
}

const DeleteAllDialog = ({ agent, total, onClose }: AllProps) => {
  const remove = useRemoveMemories();
  const whose = agent ? `“${agent.name}” remembers` : 'all agents remember';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete what ${whose} about you?`}
      confirmLabel="Delete all"
      onConfirm={() => remove.mutateAsync({ query: { agentId: agent?.agentId } })}
    >
      <DeleteConsequences final="This cannot be undone. Agents may note new facts about you later.">
        <li>{formatCount(total, 'fact is', 'facts are')} deleted.</li>
        <li>From your next task on, {agent ? 'the agent knows' : 'agents know'} nothing of it.</li>
        <li>Runs and conversations that mention it stay.</li>
      </DeleteConsequences>
    </ConfirmDialog>
  );
};

const RemoveDialog = ({ memory, onClose }: { memory: AgentMemory; onClose: () => void }) => {
  const remove = useRemoveMemory();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete this fact?"
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { memoryId: memory.memoryId }, query: {} })}
    >
      <DeleteConsequences final="This cannot be undone.">
        <li>
          “{memory.agentName}” forgets: {memory.fact}
        </li>
        <li>Runs and conversations that mention it stay.</li>
      </DeleteConsequences>
    </ConfirmDialog>
  );
};

/** The action that the user is about to take. */
export type Asking = { kind: 'CORRECT' | 'REMOVE'; memory: AgentMemory } | { kind: 'ALL' };

/** Corrects one fact, or asks before one or all are deleted. */
export const MemoryDialog = ({ asking, ...all }: AllProps & { asking: Asking }) => {
  if (asking.kind === 'ALL') return <DeleteAllDialog {...all} />;
  const Dialog = asking.kind === 'CORRECT' ? CorrectDialog : RemoveDialog;
  return <Dialog memory={asking.memory} onClose={all.onClose} />;
};
