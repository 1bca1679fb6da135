import type { CrewMember, PlanStep } from '@atelier/contracts/assistants/agents/crew-shapes';
import type { StatusTone } from '../../../../../ui/feedback/status-badge.tsx';
import { runWords } from '../run-words.ts';

interface Words {
  label: string;
  tone: StatusTone;
}

export const planWords: Record<PlanStep['state'], Words> = {
  OPEN: { label: 'Open', tone: 'neutral' },
  UNDER_WAY: { label: 'Under way', tone: 'progress' },
  DONE: { label: 'Done', tone: 'success' },
  DROPPED: { label: 'Dropped', tone: 'neutral' },
};

/** A supervisor waits for those who work, anybody else for a decision or for an agent of their own. */
export const memberWords = ({ state, role }: Pick<CrewMember, 'state' | 'role'>): Words => {
  if (state === 'IDLE') return { label: 'Nothing to do yet', tone: 'neutral' };
  if (state === 'WAITING' && role === 'SUPERVISOR') return { label: 'Waits for the others', tone: 'info' };
  return runWords[state];
};

/** True while an agent has a task that has not ended. */
export const isAtWork = ({ state }: Pick<CrewMember, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING' || state === 'WAITING';
