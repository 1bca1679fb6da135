import type {
  MonitorFigures,
  MonitorKind,
  MonitorState,
} from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';

export const kinds: { value: MonitorKind; label: string; one: string }[] = [
  { value: 'APP', label: 'Apps', one: 'App' },
  { value: 'AGENT', label: 'Agents', one: 'Agent' },
  { value: 'CREW', label: 'Crews', one: 'Crew' },
  { value: 'FLOW', label: 'Flows', one: 'Flow' },
  { value: 'WORKER', label: 'Workers', one: 'Worker' },
];

/** Reads the kind from the address. An unknown word means apps. */
export const parseMonitorKind = (word: string): MonitorKind =>
  kinds.find(({ value }) => value === word.toUpperCase())?.value ?? 'APP';

export const nameOfKind = (kind: MonitorKind): string =>
  kinds.find(({ value }) => value === kind)?.label ?? '';

export const linkToMonitor = (kind: MonitorKind, id: string): string =>
  `/monitor/${kind.toLowerCase()}/${id}`;

/** The address of the questions to an app in days, or in one hour of a day, which is named by its beginning. */
export const questionsAddress = (
  appId: string,
  { from, to }: { from: string; to: string },
  hour?: string,
): string => `/apps/${appId}?tab=questions&from=${from}&to=${to}${hour === undefined ? '' : `&hour=${hour}`}`;

/** The words of the three states of the monitoring of an app (MONITOR-02, MONITOR-03, MONITOR-04). */
export const stateWords: Record<MonitorState, { label: string; tone: StatusTone; tip: string }> = {
  NOT_STARTED: {
    label: 'Not started',
    tone: 'neutral',
    tip: 'Not monitored. Click to start the monitoring.',
  },
  BEING_MONITORED: {
    label: 'Being monitored',
    tone: 'progress',
    tip: 'Being monitored. No question was asked since the start.',
  },
  ALREADY_ACTIVE: {
    label: 'Already active',
    tone: 'success',
    tip: 'Monitoring is already active and counts every question.',
  },
};

/** Formats the share of the answered among those that ended with or without an answer. */
export const shareAnswered = ({ answered, asked }: Pick<MonitorFigures, 'answered' | 'asked'>): string =>
  asked === 0 ? '–' : `${Math.round((100 * answered) / asked)} %`;

export const formatTime = (milliseconds: number | null): string => {
  if (milliseconds === null) return '–';
  if (milliseconds < 100) return 'under 0.1 s';
  return `${(milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
};

interface Metric {
  id: string;
  label: string;
  of: (figures: MonitorFigures) => number;
  say: (value: number) => string;
}

const asked = (kind: MonitorKind): Metric =>
  kind === 'APP'
    ? { id: 'asked', label: 'Questions', of: (it) => it.asked, say: (it) => formatCount(it, 'question') }
    : { id: 'asked', label: 'Runs', of: (it) => it.asked, say: (it) => formatCount(it, 'run') };

const unanswered: Metric = {
  id: 'unanswered',
  label: 'Unanswered',
  of: (it) => it.unanswered,
  say: (it) => `${it.toLocaleString('en')} unanswered`,
};

const others: Metric[] = [
  { id: 'failed', label: 'Failed', of: (it) => it.failed, say: (it) => `${it.toLocaleString('en')} failed` },
  {
    id: 'credits',
    label: 'Credits',
    of: (it) => it.credits,
    say: (it) => `${formatExactCredits(it)} ${it === 1 ? 'credit' : 'credits'}`,
  },
];

/** The figures that the bars can show. */
export const metricsFor = (kind: MonitorKind): Metric[] => [
  asked(kind),
  ...(kind === 'APP' ? [unanswered] : []),
  ...others,
];
