import { defaultAgentInstructions } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Button, Group, Textarea } from '@mantine/core';
import { InsertPrompt } from '../../prompts/index.ts';
import type { AgentFormProps } from './agent-form-props.ts';

const longest = 20_000;

/** A field for the instructions of the agent, in plain words. */
export const InstructionsField = ({ form }: AgentFormProps) => {
  const { value, onChange } = form.bind('instructions');
  return (
    <div className="stack-2">
      <Textarea
        label="Instructions"
        description="What it should do, step by step, and what it must not do. Write as you would to a new colleague."
        autosize
        minRows={8}
        maxRows={24}
        maxLength={longest}
        {...form.field('instructions')}
      />
      {value === defaultAgentInstructions ? (
        <p className="flat muted tiny">This is the text that every new agent begins with.</p>
      ) : null}
      <Group gap="xs">
        {value === defaultAgentInstructions ? null : (
          <Button size="xs" variant="default" onClick={() => onChange(defaultAgentInstructions)}>
            Use the standard text
          </Button>
        )}
        <InsertPrompt most={longest} onInsert={onChange} />
      </Group>
    </div>
  );
};
