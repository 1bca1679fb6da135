import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import {
  IconListDetails,
  IconListTree,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { isUnderWay } from '../../documents/index.ts';
import { useCancelSource, usePauseSource, useRetrySource, useSyncSource } from '../api.ts';

interface Ways {
  onReport: (source: Source) => void;
  onEdit: (source: Source) => void;
  onDelete: (source: Source) => void;
}

/** Only a source with a schedule can be paused. */
const pauseAction = (
  { state, schedule }: Source,
  onTurn: (state: Source['state']) => void,
): MenuAction | false => {
  if (state === 'PAUSED')
    return { label: 'Resume', icon: <IconPlayerPlay size={16} />, onRun: () => onTurn('ACTIVE') };
  if (schedule.every === 'OFF') return false;
  return { label: 'Pause', icon: <IconPlayerPause size={16} />, onRun: () => onTurn('PAUSED') };
};

/** The actions on a source that its state and the user's permissions allow. */
export const useSourceActions = ({ onReport, onEdit, onDelete }: Ways) => {
  const sync = useSyncSource();
  const cancel = useCancelSource();
  const retry = useRetrySource();
  const pause = usePauseSource();
  const navigate = useNavigate();
  return (source: Source): MenuAction[] => {
    const params = { sourceId: source.sourceId };
    const { canSync, canCancel, canRetry, canUpdate, canRemove } = source.abilities;
    const isBusy = source.sync !== null && isUnderWay(source.sync.status);
    const actions: (MenuAction | false | undefined)[] = [
      canSync &&
        !isBusy && {
          label: 'Sync now',
          icon: <IconRefresh size={16} />,
          onRun: () => sync.mutate({ params, body: { anew: false } }),
        },
      canRetry && {
        label: 'Retry',
        icon: <IconRefresh size={16} />,
        onRun: () => retry.mutate({ params }),
      },
      canCancel && {
        label: 'Cancel',
        icon: <IconPlayerStop size={16} />,
        onRun: () => cancel.mutate({ params }),
      },
      canUpdate && pauseAction(source, (state) => pause.mutate({ params, body: { state } })),
      source.sync !== null && {
        label: 'Show the run',
        icon: <IconListTree size={16} />,
        onRun: () => void navigate({ to: `/runs/of/${source.sourceId}` }),
      },
      { label: 'Report', icon: <IconListDetails size={16} />, onRun: () => onReport(source) },
      canUpdate && { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => onEdit(source) },
      canRemove && {
        label: 'Delete',
        icon: <IconTrash size={16} />,
        danger: true,
        onRun: () => onDelete(source),
      },
    ];
    return actions.filter((action) => action !== false && action !== undefined);
  };
};
