import { defaultAgentInstructions } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Button, Group, Textarea } from '@mantine/core';
import { InsertPrompt } from '../../prompts/index.ts';
import type { AgentControlProps } from './agent-form-props.ts';

/** A field for the instructions of the agent, in plain words. */
export const InstructionsField = ({
  form,
  setting: { label, help, rows = 1, value: type },
}: AgentControlProps) => {
  const longest = type.type === 'TEXT' ? type.maxLength : Infinity;
  const { value, onChange } = form.bind('instructions');
  return (
    <div className="stack-2">
      <Textarea
        label={label}
        description={help}
        autosize
        minRows={rows}
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
