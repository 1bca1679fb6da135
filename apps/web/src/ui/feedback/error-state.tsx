import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../content/copy-button.tsx';
import { ErrorIllustration } from '../theme/illustrations.tsx';
import { describeError, type ErrorDescription } from './describe-error.ts';
import classes from './state.module.css';

interface ErrorStateProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  compact?: boolean;
}

const advice = ({ status, message }: ErrorDescription): string | undefined => {
  if (status === 0) return 'It continues by itself as soon as the server can be reached.';
  if (status === 404 && !message.includes('deleted'))
    return 'It may have been deleted. Please go back and choose again.';
  if (status !== undefined && status >= 500) return 'Nothing was lost. Please try again in a moment.';
  return undefined;
};

/** Says what failed and what to do next, with the request id that support can look up. */
export const ErrorState = ({
  error,
  title = 'This could not be loaded',
  onRetry,
  compact = false,
}: ErrorStateProps) => {
  const description = describeError(error);
  const { message, status, requestId } = description;
  const next = advice(description);
  // A thing that does not exist will not exist at the next try either.
  const mayRetry = onRetry !== undefined && status !== 404;
  return (
    <div className={classes.state} data-compact={compact || undefined} role="alert">
      <div className={classes.illustration}>
        <ErrorIllustration />
      </div>
      <h2 className={`flat bold ${classes.title}`}>{title}</h2>
      <p className={classes.text}>
        {message}
        {next !== undefined && !message.includes('try again') ? <span className="block">{next}</span> : null}
      </p>
      {mayRetry ? (
        <div className={`wrap-2 justify-center ${classes.action}`}>
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : null}
      {requestId === undefined ? null : (
        <p className={`line-1 faint tiny flex-wrap justify-center ${classes.request}`}>
          Request <code className="mono">{requestId}</code>
          <CopyButton value={requestId} label="Copy request id" size="xs" />
        </p>
      )}
    </div>
  );
};
