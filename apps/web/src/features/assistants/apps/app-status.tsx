import type { App } from '@atelier/contracts/assistants/apps';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';

/** Shows whether the link of an app answers. */
export const AppStatus = ({ active, state }: Pick<App, 'active' | 'state'>) => {
  if (!active) return <StatusBadge tone="neutral">Offline</StatusBadge>;
  if (state === 'PROCESSING') return <StatusBadge tone="progress">Being prepared</StatusBadge>;
  return <StatusBadge tone="success">Online</StatusBadge>;
};
