import { JsonValue } from '../../../../lib/json-value.tsx';
import { stepText } from './api.ts';
import type { ToolStep } from './live-run.ts';

interface StepOutputProps {
  runId: string;
  /** The number of the step in its run. */
  at: number;
  step: ToolStep;
}

/** The result of a call. Of a long one the beginning is shown first. */
export const StepOutput = ({ runId, at, step: { output, outputSize } }: StepOutputProps) => {
  const whole = JSON.stringify(output);
  // Of a long result, the server sends the beginning of its JSON as a text.
  const isCut = outputSize > whole.length || (typeof output === 'string' && outputSize > output.length + 2);
  if (!isCut) return <JsonValue label="Result" value={{ text: whole, size: whole.length }} />;
  return (
    <JsonValue
      label="Result"
      value={{ text: typeof output === 'string' ? output : whole, size: outputSize }}
      whole={stepText(runId, at)}
    />
  );
};

/** The arguments of a call. */
export const StepInput = ({ step: { input } }: { step: ToolStep }) => {
  const text = JSON.stringify(input);
  return <JsonValue label="Arguments" value={{ text, size: text.length }} />;
};
