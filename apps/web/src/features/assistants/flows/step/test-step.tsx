import type { StepTest } from '@atelier/contracts/assistants/flows/flow-shapes';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import classes from './step.module.css';

/** A long value scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

interface TestStepProps {
  isTesting: boolean;
  result: StepTest | undefined;
  failure: string | undefined;
  /** The stored example of its value. */
  sample: unknown;
  onTest: () => void;
}

/** Why a test failed or how long it took, in a sentence. */
const describeTest = ({ ok, error, durationMs }: StepTest): string =>
  ok ? `It succeeded after ${spanInWords(durationMs)}.` : (error?.message ?? 'It failed.');

/** Runs one step on the sample data of the steps before it, and shows its value. */
export const TestStep = ({ isTesting, result, failure, sample, onTest }: TestStepProps) => {
  const shown = result?.ok ? result.output : sample;
  return (
    <section className="stack-3 border-top pad-top-4" aria-label="Test of this step">
      <h2 className="flat medium title-sm">Test</h2>
      <div className="wrap-2 flex-end">
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={isTesting}
          onClick={onTest}
        >
          Test this step
        </Button>
      </div>
      <p className="note">
        It really runs, on the examples of the steps before it. Its value becomes its example.
      </p>
      <div role="status">
        {result ? <p className={result.ok ? 'note' : 'failure'}>{describeTest(result)}</p> : null}
        {failure === undefined ? null : <p className="failure">{failure}</p>}
      </div>
      {result && result.logs.length > 0 ? (
        <pre {...scrollRegion} className={classes.result} aria-label="Console">
          {result.logs.join('\n')}
        </pre>
      ) : null}
      {shown === undefined ? null : (
        <pre {...scrollRegion} className={classes.result} aria-label="Example of its value">
          {JSON.stringify(shown, null, 2)}
        </pre>
      )}
    </section>
  );
};
