import type {
  AlertMail,
  AlertMetric,
  AlertRule,
  AlertSubjectKind,
} from '@atelier/contracts/operate/monitoring/alert-shapes';
import { formatCount } from '../../../../../lib/format.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

interface MetricWords {
  label: string;
  /** Explains the metric in the form. */
  about: string;
  say: (value: number) => string;
  /** The unit behind the threshold. */
  unit: string;
}

export const metricWords: Record<AlertMetric, MetricWords> = {
  UNANSWERED_PERCENT: {
    label: 'Unanswered questions',
    about: 'The share of the questions for which nothing was found.',
    say: (value) => `${number(value)} % unanswered`,
    unit: 'percent',
  },
  DISLIKES: {
    label: 'Dislikes',
    about: 'Answers that somebody disliked.',
    say: (value) => formatCount(value, 'dislike'),
    unit: 'dislikes',
  },
  FAILURES: {
    label: 'Failures',
    about: 'Answers and runs that failed.',
    say: (value) => formatCount(value, 'failure'),
    unit: 'failures',
  },
  FAILED_IMPORTS: {
    label: 'Failed imports',
    about: 'Documents that could not be read.',
    say: (value) => formatCount(value, 'failed import'),
    unit: 'failed imports',
  },
  CREDITS: {
    label: 'Spend',
    about: 'What was spent, in credits.',
    say: (value) => `${number(value)} ${value === 1 ? 'credit' : 'credits'}`,
    unit: 'credits',
  },
  SLOW_SECONDS: {
    label: 'Slow answers',
    about: 'The time that 19 of 20 answers or runs took at most.',
    say: (value) => `1 of 20 over ${number(value)} s`,
    unit: 'seconds',
  },
};

export const subjectWords: Record<AlertSubjectKind, string> = {
  COMPANY: 'The whole company',
  APP: 'An app',
  AGENT: 'An agent',
  CREW: 'A crew',
  FLOW: 'A flow',
  WORKER: 'A worker',
  KNOWLEDGE_BASE: 'A knowledge base',
};

export const mailWords: Record<AlertMail, string> = {
  ADMINS: 'Owners and admins',
  AUTHOR: 'Who wrote the rule',
  NOBODY: 'Nobody',
};

type Watched = Pick<AlertRule, 'metric' | 'threshold' | 'hours'>;

/** For example “5 dislikes or more in 24 hours”. */
export const sayCondition = ({ metric, threshold, hours }: Watched): string => {
  const orMore = metric === 'SLOW_SECONDS' ? '' : ' or more';
  return `${metricWords[metric].say(threshold)}${orMore} in ${hours === 1 ? 'an hour' : `${hours} hours`}`;
};

export const sayChannels = ({ mail, webhookUrl }: Pick<AlertRule, 'mail' | 'webhookUrl'>): string =>
  [
    ...(mail === 'NOBODY' ? [] : [`Mail: ${mailWords[mail].toLowerCase()}`]),
    ...(webhookUrl === null ? [] : [`Webhook: ${new URL(webhookUrl).host}`]),
  ].join(', ');

/** Returns the address of the figures of an alert, or of the thing that failed. */
export const linkToRuleSubject = ({
  subjectKind,
  subjectId,
}: Pick<AlertRule, 'subjectKind' | 'subjectId'>): string | undefined => {
  if (subjectId === null) return undefined;
  if (subjectKind === 'KNOWLEDGE_BASE') return `/knowledge-base/${subjectId}/documents`;
  return `/monitor/${subjectKind.toLowerCase()}/${subjectId}`;
};
