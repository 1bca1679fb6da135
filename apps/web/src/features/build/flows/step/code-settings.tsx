import type { CodeStep } from '@atelier/contracts/build/flows/flow-model';
import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { ExpressionInput } from './expression-input.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

interface CodeSettingsProps {
  step: CodeStep;
  onChange: (step: CodeStep) => void;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The values that the code gets, by name. */
const Inputs = ({ step, onChange }: CodeSettingsProps) => {
  const { isReadOnly } = useStepContext();
  const entries = Object.entries(step.settings.input);
  const set = (next: [string, unknown][]) =>
    onChange({ ...step, settings: { ...step.settings, input: Object.fromEntries(next) } });
  return (
    <fieldset className={classes.branch} aria-label="Inputs of the code">
      {entries.map(([name, value], index) => (
        <div key={index} className={classes.panel}>
          <div className={classes.row}>
            <TextInput
              className={classes.grow ?? ''}
              label={`Name of input ${index + 1}`}
              readOnly={isReadOnly}
              value={name}
              onChange={(event) => set(entries.with(index, [event.currentTarget.value, value]))}
            />
            {isReadOnly ? null : (
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={`Remove input ${index + 1}`}
                onClick={() => set(entries.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
          <ExpressionInput
            label={`Value of ${name}`}
            value={textOf(value)}
            onChange={(next) => set(entries.with(index, [name, next]))}
          />
        </div>
      ))}
      {isReadOnly ? null : (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...entries, [`input_${entries.length + 1}`, '']])}
        >
          Add an input
        </Button>
      )}
    </fieldset>
  );
};

const indent = '  ';

/** Keeps the indentation of the line in a new line, and indents by Ctrl and square brackets; Tab goes on to the next field. */
const onCodeKey = (event: KeyboardEvent<HTMLTextAreaElement>, set: (code: string) => void): void => {
  const area = event.currentTarget;
  const { value, selectionStart: from, selectionEnd: to } = area;
  const lineStart = value.lastIndexOf('\n', from - 1) + 1;
  const put = (text: string) => {
    event.preventDefault();
    area.setRangeText(text, from, to, 'end');
    set(area.value);
  };
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
    const line = value.slice(lineStart, from);
    const present = /^[ \t]*/.exec(line)?.[0] ?? '';
    put(`\n${present}${/[{([]\s*$/.test(line) ? indent : ''}`);
  } else if (event.key === ']' && (event.ctrlKey || event.metaKey)) put(indent);
};

export const CodeSettings = ({ step, onChange }: CodeSettingsProps) => {
  const { isReadOnly } = useStepContext();
  const setCode = (code: string) => onChange({ ...step, settings: { ...step.settings, code } });
  return (
    <div className={classes.panel}>
      <Textarea
        className={classes.code ?? ''}
        label="JavaScript"
        description="Exports an asynchronous function “code” that gets the inputs. What it returns is the value of the step. It reaches neither network nor files. A test of the step shows what it writes to the console."
        autosize
        minRows={8}
        maxRows={28}
        spellCheck={false}
        autoComplete="off"
        readOnly={isReadOnly}
        value={step.settings.code}
        onKeyDown={(event) => onCodeKey(event, setCode)}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Inputs step={step} onChange={onChange} />
    </div>
  );
};
