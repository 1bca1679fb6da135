import { type AgentMemory, agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useCorrectMemory } from './api.ts';

const schema = agentMemories.endpoints.update.body.pick({ fact: true });

/** Corrects what an agent remembers. */
export const CorrectDialog = ({ memory, onClose }: { memory: AgentMemory; onClose: () => void }) => {
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
