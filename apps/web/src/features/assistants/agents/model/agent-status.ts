import { type AgentLine, AgentListStatus } from '@atelier/contracts/assistants/agents/agent-shapes';

export type AgentStatus = AgentListStatus;

/** The statuses of agents in words, in the order of the filter. */
export const agentStatusWords = {
  PUBLISHED: { label: 'Published', tone: 'success' },
  DRAFT: { label: 'Draft', tone: 'neutral' },
  OFF: { label: 'Off', tone: 'warning' },
} as const satisfies Record<AgentStatus, { label: string; tone: string }>;

export const toAgentStatus = ({
  active,
  isPublished,
}: Pick<AgentLine, 'active' | 'isPublished'>): AgentStatus => {
  if (!active) return 'OFF';
  return isPublished ? 'PUBLISHED' : 'DRAFT';
};

/** Returns the status that an address names; undefined for any other word. */
export const readStatus = (word: string): AgentStatus | undefined => AgentListStatus.safeParse(word).data;
