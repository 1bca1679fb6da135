import type { WorkerLine } from '@atelier/contracts/assistants/workers/worker-shapes';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { workerStatusWords } from './model/worker-words.ts';

/** Shows whether a worker works; "Offline" when it is meant to, and cannot. */
export const WorkerStatusBadge = ({ worker }: { worker: Pick<WorkerLine, 'status' | 'offline'> }) => {
  if (worker.status === 'ACTIVE' && worker.offline !== null)
    return <StatusBadge tone="danger">Offline</StatusBadge>;
  const { label, tone } = workerStatusWords[worker.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
