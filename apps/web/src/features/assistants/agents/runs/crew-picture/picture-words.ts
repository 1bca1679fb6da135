import type { CrewMember, PlanStep } from '@atelier/contracts/assistants/agents/crew-shapes';
import type { StatusWords } from '../../../../../lib/runs/run-words.ts';
import { agentRunWords } from '../run-words.ts';

export const planWords: Record<PlanStep['state'], StatusWords> = {
  OPEN: { label: 'Open', tone: 'neutral' },
  UNDER_WAY: { label: 'Under way', tone: 'progress' },
  DONE: { label: 'Done', tone: 'success' },
  DROPPED: { label: 'Dropped', tone: 'neutral' },
};

/** A supervisor waits for those who work, anybody else for a decision or for an agent of their own. */
export const memberWords = ({ state, role }: Pick<CrewMember, 'state' | 'role'>): StatusWords => {
  if (state === 'IDLE') return { label: 'Nothing to do yet', tone: 'neutral' };
  if (state === 'WAITING' && role === 'SUPERVISOR') return { label: 'Waits for the others', tone: 'info' };
  return agentRunWords[state];
};
