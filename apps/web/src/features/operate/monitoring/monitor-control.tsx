import type { MonitorState } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/account/session.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { useStart } from './api.ts';
import { linkToMonitor, stateWords } from './model/figures.ts';

interface MonitorControlProps {
  appId: string;
  name: string;
  state: MonitorState;
}

/** Starts the monitoring of an app, or says that it was started. */
export const MonitorControl = ({ appId, name, state }: MonitorControlProps) => {
  const start = useStart();
  const may = useMay();
  const { label, tone, tip } = stateWords[state];
  if (state === 'NOT_STARTED' && may('monitoring:write'))
    return (
      <Tooltip label={tip} openDelay={0}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Start monitoring ${name}`}
          loading={start.isPending}
          onClick={() => start.mutate({ params: { id: appId } })}
        >
          Start monitoring
        </Button>
      </Tooltip>
    );
  const told = state === 'NOT_STARTED' ? 'Not monitored. Somebody who builds apps can start it.' : tip;
  return (
    <Tooltip label={told} openDelay={0}>
      <Link to={linkToMonitor('APP', appId)}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Link>
    </Tooltip>
  );
};
