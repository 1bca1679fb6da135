import type { ExpectedCall } from '@atelier/contracts/operate/evaluation/subject';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useAgentTools } from './api.ts';
import classes from './evaluation.module.css';

const rules = [
  { value: 'CALLED', label: 'is called' },
  { value: 'NOT_CALLED', label: 'is not called' },
];

interface ExpectedCallsProps {
  agentId: string;
  value: readonly ExpectedCall[];
  onChange: (value: ExpectedCall[]) => void;
}

interface RowProps {
  call: ExpectedCall;
  tools: readonly { value: string; label: string }[];
  onChange: (call: ExpectedCall) => void;
  onRemove: () => void;
}

const Row = ({ call, tools, onChange, onRemove }: RowProps) => (
  <li className={`row-2 ${classes.call}`}>
    <NativeSelect
      aria-label="Tool"
      // A tool that the agent no longer has stays visible.
      data={
        tools.some(({ value }) => value === call.tool)
          ? [...tools]
          : [...tools, { value: call.tool, label: call.tool }]
      }
      value={call.tool}
      onChange={(event) => onChange({ ...call, tool: event.currentTarget.value })}
    />
    <NativeSelect
      aria-label="Rule"
      data={rules}
      value={call.rule}
      onChange={(event) =>
        onChange({ ...call, rule: event.currentTarget.value === 'CALLED' ? 'CALLED' : 'NOT_CALLED' })
      }
    />
    <TextInput
      aria-label="Text in the arguments"
      placeholder="with any arguments"
      value={call.contains}
      maxLength={500}
      onChange={(event) => onChange({ ...call, contains: event.currentTarget.value })}
    />
    <ActionIcon variant="subtle" color="gray" aria-label="Remove" onClick={onRemove}>
      <IconX size={16} />
    </ActionIcon>
  </li>
);

/** The tools that an agent has to call for a question, or must not call. */
export const ExpectedCalls = ({ agentId, value, onChange }: ExpectedCallsProps) => {
  const { data } = useAgentTools(agentId);
  const tools = (data?.items ?? []).map(({ name, title }) => ({ value: name, label: title }));
  const [first] = tools;
  return (
    <fieldset className={`stack-3 items-start ${classes.calls}`}>
      <legend>Expected calls of tools</legend>
      <p className="note">
        {data && !first
          ? 'It has no tools that could be called.'
          : 'A call that is missing, or made although it must not be, lowers the accuracy. In a test, calls that would change something are noted and not made.'}
      </p>
      <ul className="stack-5 bare">
        {value.map((call, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: The rows have nothing else that tells them apart.
            key={at}
            call={call}
            tools={tools}
            onChange={(changed) => onChange(value.toSpliced(at, 1, changed))}
            onRemove={() => onChange(value.toSpliced(at, 1))}
          />
        ))}
      </ul>
      {first ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...value, { tool: first.value, rule: 'CALLED', contains: '' }])}
        >
          Expect a call
        </Button>
      ) : null}
    </fieldset>
  );
};
