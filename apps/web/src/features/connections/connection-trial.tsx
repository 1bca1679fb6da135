import type { ConnectionTest } from '@atelier/contracts/connections';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import classes from './connections.module.css';

const Outcome = ({ result }: { result: ConnectionTest }) => (
  <div className={classes.outcome} data-ok={result.ok}>
    {result.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconPlugConnectedX size={18} aria-hidden />}
    <span>
      {result.ok
        ? `It works: answered in ${Math.round(result.durationMs).toLocaleString('en')} ms. ${result.message}`
        : `It does not work. ${result.message}`}
    </span>
  </div>
);

interface ConnectionTrialProps {
  isTesting: boolean;
  result: ConnectionTest | undefined;
  onTest: () => void;
}

/** Tries the settings as they stand, before they are saved, and says what came of it. */
export const ConnectionTrial = ({ isTesting, result, onTest }: ConnectionTrialProps) => (
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
        <span className={classes.quiet}>Reaches the server once with these settings. Nothing is saved.</span>
      )}
    </div>
  </div>
);
