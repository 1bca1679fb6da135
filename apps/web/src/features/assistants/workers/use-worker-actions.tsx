import type { WorkerLine, WorkerStatus } from '@atelier/contracts/assistants/workers/worker-shapes';
import { IconPlayerPause, IconPlayerPlay, IconPower, IconTrash } from '@tabler/icons-react';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../ui/layout/actions-menu.tsx';
import { useSwitchWorker } from './api.ts';

const told: Record<WorkerStatus, (name: string) => string> = {
  ACTIVE: (name) => `“${name}” works.`,
  PAUSED: (name) => `“${name}” is paused. What is sent to it waits until you resume it.`,
  DEACTIVATED: (name) => `“${name}” is deactivated: it takes nothing, and its link leads nowhere.`,
};

type Target = Pick<WorkerLine, 'workerId' | 'name' | 'status' | 'abilities'>;

/** Pauses, resumes and deactivates workers. */
export const useSwitching = () => {
  const { mutate, isPending } = useSwitchWorker();
  const switchTo = ({ workerId, name }: Target, status: WorkerStatus) =>
    mutate(
      { params: { id: workerId }, body: { status } },
      { onSuccess: () => toastSuccess(told[status](name)) },
    );
  return { switchTo, isPending };
};

/** The actions in the menu of a worker. */
export const useWorkerActions = <W extends Target>(onDelete: (worker: W) => void) => {
  const { switchTo } = useSwitching();
  return (worker: W): MenuAction[] => {
    if (worker.abilities['canWrite'] !== true) return [];
    const isActive = worker.status === 'ACTIVE';
    return [
      {
        label: isActive ? 'Pause' : worker.status === 'PAUSED' ? 'Resume' : 'Activate',
        icon: isActive ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />,
        onRun: () => switchTo(worker, isActive ? 'PAUSED' : 'ACTIVE'),
      },
      ...(worker.status === 'DEACTIVATED'
        ? []
        : [
            {
              label: 'Deactivate',
              icon: <IconPower size={16} />,
              onRun: () => switchTo(worker, 'DEACTIVATED'),
            },
          ]),
      { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(worker) },
    ];
  };
};
