import type { AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { IconCopy, IconPencil, IconPower, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../ui/layout/actions-menu.tsx';
import { useDuplicateAgent, useSwitchAgent } from './api.ts';
import { detectAgentKind } from './model/crew.ts';

/** The part of an agent or a crew that the actions need. */
export type ActionTarget = Pick<AgentLine, 'agentId' | 'name' | 'active' | 'isPublished' | 'abilities'>;

/** The actions in the menu of an agent. `onChanged` is called after it was switched on or off. */
export const useAgentActions = (
  onDelete: (agent: ActionTarget) => void,
  onChanged?: (agent: AgentLine) => void,
) => {
  const navigate = useNavigate();
  const { mutate: switchAgent } = useSwitchAgent();
  const { mutate: copyAgent } = useDuplicateAgent();
  const open = (id: string) => void navigate({ to: '/agent', search: { id } });
  const switchTo = ({ agentId, name }: ActionTarget, active: boolean) =>
    switchAgent(
      { params: { id: agentId }, body: { active } },
      {
        onSuccess: (agent) => {
          toastSuccess(active ? `“${name}” is on.` : `“${name}” is off: it takes no tasks.`);
          onChanged?.(agent);
        },
      },
    );
  return (agent: ActionTarget): MenuAction[] => {
    if (!agent.abilities['canWrite']) return [];
    return [
      { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => open(agent.agentId) },
      {
        label: 'Duplicate',
        icon: <IconCopy size={16} />,
        onRun: () =>
          copyAgent(
            { params: { id: agent.agentId } },
            {
              onSuccess: (copy) => {
                toastSuccess(`“${copy.name}” was made as a draft.`);
                open(copy.agentId);
              },
            },
          ),
      },
      {
        label: agent.active ? 'Switch off' : 'Switch on',
        icon: <IconPower size={16} />,
        disabledBecause:
          agent.isPublished || !agent.active
            ? undefined
            : `Publish the ${detectAgentKind(agent.agentId)} first.`,
        onRun: () => switchTo(agent, !agent.active),
      },
      { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(agent) },
    ];
  };
};
