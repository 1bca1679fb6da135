import type { FlowLine } from '@atelier/contracts/assistants/flows/flow-shapes';
import { IconCopy, IconPencil, IconPower, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { useDuplicateFlow } from '../api.ts';
import { useSwitching } from './use-switching.tsx';

/** The actions in the menu of a flow, and what they ask first. */
export const useFlowActions = (onDelete: (flow: FlowLine) => void) => {
  const navigate = useNavigate();
  const { switchTo, question } = useSwitching(({ displayName, status }) =>
    toastSuccess(
      status === 'ENABLED'
        ? `“${displayName}” is on.`
        : `“${displayName}” is off: its triggers start nothing.`,
    ),
  );
  const { mutate: copyFlow } = useDuplicateFlow();
  const duplicate = (id: string) =>
    copyFlow(
      { params: { id }, body: {} },
      { onSuccess: ({ flowId }) => void navigate({ to: `/flows/${flowId}` }) },
    );
  const listFlowActions = (flow: FlowLine): MenuAction[] => {
    if (!flow.abilities['canWrite']) return [];
    const isOn = flow.status === 'ENABLED';
    return [
      {
        label: 'Edit',
        icon: <IconPencil size={16} />,
        onRun: () => void navigate({ to: `/flows/${flow.flowId}` }),
      },
      { label: 'Duplicate', icon: <IconCopy size={16} />, onRun: () => duplicate(flow.flowId) },
      {
        label: isOn ? 'Switch off' : 'Switch on',
        icon: <IconPower size={16} />,
        disabledBecause: flow.publishedVersionId === null ? 'Publish the flow first.' : undefined,
        onRun: () => switchTo(flow, !isOn),
      },
      { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(flow) },
    ];
  };
  return { actionsOf: listFlowActions, question };
};
