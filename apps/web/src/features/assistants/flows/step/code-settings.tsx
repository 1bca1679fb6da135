import type { CodeStep } from '@atelier/contracts/assistants/flows/flow-model';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { CodeEditor } from '../../../../ui/code/code-editor.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { ExpressionInput } from './expression-input.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

interface CodeSettingsProps {
  step: CodeStep;
  onChange: (step: CodeStep) => void;
}

const toEditorText = (value: unknown): string =>
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
        <div key={index} className="stack-4 min-0 content-start">
          <div className="wrap-2 flex-end">
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
            value={toEditorText(value)}
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

export const CodeSettings = ({ step, onChange }: CodeSettingsProps) => {
  const { isReadOnly } = useStepContext();
  const setCode = (code: string) => onChange({ ...step, settings: { ...step.settings, code } });
  return (
    <div className="stack-4 min-0 content-start">
      <CodeEditor
        label="JavaScript"
        language="javascript"
        description="Exports an asynchronous function “code” that gets the inputs. What it returns is the value of the step. It reaches neither network nor files. A test of the step shows what it writes to the console."
        value={step.settings.code}
        isReadOnly={isReadOnly}
        onChange={setCode}
      />
      <Inputs step={step} onChange={onChange} />
      <Fold label="What the code can use">
        <p className="note">
          The language itself, with <code>Intl</code>, <code>URL</code>, <code>URLSearchParams</code>,{' '}
          <code>TextEncoder</code>, <code>TextDecoder</code>, <code>atob</code>, <code>btoa</code>,{' '}
          <code>structuredClone</code>, <code>crypto.randomUUID</code>, <code>crypto.getRandomValues</code>{' '}
          and <code>crypto.subtle.digest</code>. Dates and numbers are written in US English and UTC unless
          you name a language and a zone.
        </p>
        <p className="note">
          There are no <code>fetch</code>, timers, modules, <code>Buffer</code>, <code>Intl.Segmenter</code>,{' '}
          <code>Intl.Locale</code> and <code>Intl.DurationFormat</code>. Use them, and the step fails with
          their name.
        </p>
      </Fold>
    </div>
  );
};
