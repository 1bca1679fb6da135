import type { Connection } from '@atelier/contracts/connections';
import { Tooltip } from '@mantine/core';
import { formatAgo } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** How the last test of a connection ended, and when. */
export const TestStatus = ({ lastTest }: Pick<Connection, 'lastTest'>) => {
  if (!lastTest) return <StatusBadge tone="neutral">Not tested</StatusBadge>;
  return (
    <Tooltip label={lastTest.message} multiline maw={360} openDelay={0}>
      <span>
        <StatusBadge tone={lastTest.ok ? 'success' : 'danger'}>
          {lastTest.ok ? 'Works' : 'Does not work'}, {formatAgo(lastTest.testedAt)}
        </StatusBadge>
      </span>
    </Tooltip>
  );
};
