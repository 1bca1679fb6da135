import { type AgentMemory, agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import { Textarea } from '@mantine/core';
import { formatCount } from '../../../../lib/format.ts';
import { DeleteConsequences } from '../../../../ui/content/delete-consequences.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useCorrectMemory, useRemoveMemories, useRemoveMemory } from './api.ts';

const schema = agentMemories.endpoints.update.body.pick({ fact: true });

/** Corrects what an agent remembers. */
const CorrectDialog = ({ memory, onClose }: { memory: AgentMemory; onClose: () => void }) => {
  const correct = useCorrectMemory();
  const form = useZodForm(schema, {
    defaultValues: { fact: memory.fact },
    onSubmit: async ({ fact }) => {
      await correct.mutateAsync({ params: { memoryId: memory.memoryId }, body: { fact } });
      onClose();
    },
  });
  return (
    <FormDialog title="Correct a fact" opened onClose={onClose} form={form} submitLabel="Save">
      <Textarea
        label={`What “${memory.agentName}” remembers about you`}
        description="One sentence of at most 300 characters. From then on it counts as your own word."
        maxLength={300}
        minRows={2}
        autosize
        {...form.field('fact')}
      />
    </FormDialog>
  );
};

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
