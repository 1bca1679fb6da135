import type {
  PerformanceTest,
  ScoredBy,
  TestOf,
  TestVerdict,
} from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import type { ExpectedCall } from '@atelier/contracts/operate/evaluation/subject';
import { runWords, type StatusWords } from '../../../../lib/runs/run-words.ts';

/** The common part of runs of test questions and of attacks. */
export type RunState = Pick<PerformanceTest, 'status' | 'failure' | 'questions'>;

const kindOfDraft = (id: string): 'flow' | 'agent' | 'crew' => {
  if (id.startsWith('flw_')) return 'flow';
  return id.startsWith('crw_') ? 'crew' : 'agent';
};

/** Names a side of a test. */
export const describeTestSide = (of: TestOf, { agentId }: Pick<PerformanceTest, 'agentId'>): string => {
  if (of.kind === 'VERSION') return `Version ${of.version}`;
  if (of.kind === 'LAST') return 'The run before';
  if (of.kind === 'PUBLISHED') return `The published ${kindOfDraft(of.draftOf)}`;
  if (of.draftOf === null) return 'Unsaved settings';
  return of.draftOf === agentId ? 'The draft' : `The draft of the ${kindOfDraft(of.draftOf)}`;
};

export const percent = (accuracy: number | null): string =>
  accuracy === null ? '–' : `${Math.round(accuracy)} %`;

export const scoredByWords: Record<ScoredBy, string> = {
  MODEL: 'Judged by the default model',
  WORDS: 'Compared word by word',
};

export const verdictWords: Record<TestVerdict, StatusWords> = {
  BETTER: { label: 'Better', tone: 'success' },
  WORSE: { label: 'Worse', tone: 'danger' },
  SAME: { label: 'Same', tone: 'neutral' },
};

export const statusWords: Record<PerformanceTest['status'], StatusWords> = {
  ...runWords,
  QUEUED: { label: 'Waiting', tone: 'neutral' },
  WAITING: runWords.RUNNING,
  COMPLETED: { label: 'Completed', tone: 'success' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
};

/** Says what a run found, such as `1 worse, 2 the same`. */
export const describeDifferences = ({
  better,
  worse,
  same,
}: Pick<PerformanceTest, 'better' | 'worse' | 'same'>) => {
  const parts = [
    worse > 0 ? `${worse} worse` : '',
    better > 0 ? `${better} better` : '',
    same > 0 ? `${same} the same` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Nothing to compare with' : parts.join(', ');
};

/** Says what is expected of the calls of an agent. */
export const nameExpected = (title: string, { rule, contains }: ExpectedCall): string =>
  `${title} ${rule === 'CALLED' ? 'is called' : 'is not called'}${contains === '' ? '' : ` with “${contains}”`}`;
