import type { AskedQuestion } from '@atelier/contracts/assistants/chat/history';
import type { StatusTone } from '../../../ui/feedback/status-badge.tsx';

/**
 * The state of a question, as shown to the builders of the app. A reply that found nothing counts as unanswered, not as
 * completed.
 */
export type QuestionState =
  | 'ANSWERED'
  | 'UNANSWERED'
  | 'BLOCKED'
  | Exclude<AskedQuestion['status'], 'COMPLETED'>;

const stateWords: Record<QuestionState, { label: string; tone: StatusTone }> = {
  ANSWERED: { label: 'Answered', tone: 'success' },
  UNANSWERED: { label: 'Unanswered', tone: 'warning' },
  BLOCKED: { label: 'Blocked', tone: 'neutral' },
  STREAMING: { label: 'In Progress', tone: 'progress' },
  STOPPED: { label: 'Stopped', tone: 'neutral' },
  FAILED: { label: 'Failed', tone: 'danger' },
};

/** The badge for the state of a question. For an unanswered one, it says whether chunks were shown instead of an answer. */
export const stateBadge = ({ status, answerKind }: Pick<AskedQuestion, 'status' | 'answerKind'>) => {
  if (status !== 'COMPLETED') return stateWords[status];
  if (answerKind === 'BLOCKED') return stateWords.BLOCKED;
  if (answerKind === 'CLOSEST_CHUNKS') return { ...stateWords.UNANSWERED, label: 'Closest chunks' };
  return stateWords[answerKind === 'ANSWER' ? 'ANSWERED' : 'UNANSWERED'];
};

const states = Object.keys(stateWords) as QuestionState[];

export const stateOfWord = (word: string): QuestionState | undefined =>
  states.find((state) => state === word);

export const stateChoices = [
  { value: '', label: 'All states' },
  ...states.map((value) => ({ value, label: stateWords[value].label })),
];

/** The filter that makes the server list the questions of one state. */
export const queryOfState = (
  state: QuestionState | undefined,
): { answered?: 'true' | 'false'; blocked?: 'true'; status?: AskedQuestion['status'] } => {
  if (state === undefined) return {};
  if (state === 'ANSWERED') return { answered: 'true' };
  if (state === 'BLOCKED') return { blocked: 'true' };
  return state === 'UNANSWERED' ? { answered: 'false' } : { status: state };
};

/** Names who asked: a member, or a visitor as they called themselves. */
export const nameAsker = ({ askedBy, visitor }: Pick<AskedQuestion, 'askedBy' | 'visitor'>): string => {
  if (askedBy) return askedBy.name;
  const told = [visitor?.name, visitor?.email].filter((part) => part !== undefined && part !== '');
  return told.length === 0 ? 'A visitor' : told.join(', ');
};
