import type { AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { agentStatusWords, toAgentStatus } from './model/agent-status.ts';

/** Shows whether an agent works. */
export const AgentStatusBadge = (agent: Pick<AgentLine, 'active' | 'isPublished'>) => {
  const { label, tone } = agentStatusWords[toAgentStatus(agent)];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
