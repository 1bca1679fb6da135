import type { ReplyOf } from '@atelier/contracts/contract';
import type { models } from '@atelier/contracts/models';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import classes from './models.module.css';

export type TestResult = ReplyOf<(typeof models)['endpoints']['testProvider']>;

const found = (count: number): string =>
  count === 0
    ? 'It does not list its models; type their names below.'
    : `${count.toLocaleString('en')} ${count === 1 ? 'model' : 'models'} found.`;

const Outcome = ({ result }: { result: TestResult }) => (
  <div className={classes.outcome} data-ok={result.ok}>
    {result.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconPlugConnectedX size={18} aria-hidden />}
    <span>
      {result.ok
        ? `It works: answered in ${result.latencyMs.toLocaleString('en')} ms. ${found(result.models.length)}`
        : `It does not work. ${result.message}`}
    </span>
  </div>
);

interface ProviderTestProps {
  isTesting: boolean;
  result: TestResult | undefined;
  onTest: () => void;
}

/** Tries the settings as they stand, before they are saved, and says what came of it. */
export const ProviderTest = ({ isTesting, result, onTest }: ProviderTestProps) => (
  <div className={classes.test}>
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={16} />}
      loading={isTesting}
      onClick={onTest}
    >
      Test
    </Button>
    <div role="status" className={classes.testStatus}>
      {result && !isTesting ? (
        <Outcome result={result} />
      ) : (
        <span className={classes.hint}>Calls the provider once and lists its models. Nothing is saved.</span>
      )}
    </div>
  </div>
);
