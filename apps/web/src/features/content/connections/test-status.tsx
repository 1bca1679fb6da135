import type { Connection } from '@atelier/contracts/content/connections/connections';
import { formatAgo } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import classes from './connections.module.css';

/** The result and time of the last test. The reason of a failure can be read without a pointer. */
export const TestStatus = ({ lastTest }: Pick<Connection, 'lastTest'>) => {
  if (!lastTest) return <StatusBadge tone="neutral">Not tested</StatusBadge>;
  const { ok, message, testedAt } = lastTest;
  return (
    <span className={classes.words} title={ok ? message : undefined}>
      <StatusBadge tone={ok ? 'success' : 'danger'}>
        {ok ? 'Works' : 'Does not work'}, {formatAgo(testedAt)}
      </StatusBadge>
      {ok ? null : <span className={classes.quiet}>{message}</span>}
    </span>
  );
};
