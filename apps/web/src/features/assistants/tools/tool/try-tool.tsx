import type { ToolTrial } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Button, JsonInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../../../../ui/content/code-block.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { readProperty } from '../../../../ui/feedback/read-property.ts';
import classes from '../tools.module.css';

interface TryToolProps {
  /** Values of the arguments to begin with. */
  example: Record<string, JsonValue>;
  /** Makes the call. Throws what is wrong with the form. */
  onTry: (input: Record<string, JsonValue>) => Promise<ToolTrial>;
}

const parsed = (text: string): JsonValue | undefined =>
  parseJson(text.trim() === '' ? '{}' : text) as JsonValue | undefined;

const describeTestError = (error: unknown): string => {
  const { message, details } = describeError(error);
  const problems = readProperty(details, 'problems');
  return Array.isArray(problems) ? [message, ...problems.map(String)].join(' ') : message;
};

const Result = ({ isFailed, text, durationMs }: ToolTrial) => (
  <>
    <p className={isFailed ? 'flat break-anywhere danger' : 'flat'}>
      {isFailed
        ? 'The call failed. The agent would read this:'
        : `The call worked and took ${Math.round(durationMs).toLocaleString('en')} ms. The agent would read this:`}
    </p>
    <div className={`above-2 scroll ${classes.result}`}>
      <CodeBlock label="Result" code={text === '' ? '(nothing)' : text} />
    </div>
  </>
);

/** Makes one call of a tool as it is in the form, with arguments as JSON. */
export const TryTool = ({ example, onTry }: TryToolProps) => {
  const [typed, setTyped] = useState<string>();
  const [state, setState] = useState<{ isBusy?: boolean; result?: ToolTrial; problem?: string }>({});
  const text = typed ?? JSON.stringify(example, null, 2);
  const run = async () => {
    const input = parsed(text);
    if (!isObject(input)) return setState({ problem: 'Please enter the arguments as a JSON object.' });
    setState({ isBusy: true });
    try {
      setState({ result: await onTry(input) });
    } catch (error) {
      setState({ problem: describeTestError(error) });
    }
  };
  return (
    <div className="stack-4 min-0">
      <JsonInput
        label="Arguments"
        description="What an agent would fill in. The call is really made."
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={setTyped}
        spellCheck={false}
      />
      <div>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={state.isBusy === true}
          onClick={() => void run()}
        >
          Try it
        </Button>
      </div>
      <div role="status">
        {state.problem === undefined ? null : <p className="flat break-anywhere danger">{state.problem}</p>}
        {state.result ? <Result {...state.result} /> : null}
      </div>
    </div>
  );
};
