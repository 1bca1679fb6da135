import type { AlertMetric, AlertSubjectKind } from '@atelier/contracts/operate/monitoring/alert-shapes';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

/** The subject of an alert, in its rule, its history and its messages. */
export interface Told {
  subjectKind: AlertSubjectKind;
  subjectId: string | null;
  subjectName: string | null;
  metric: AlertMetric;
  threshold: number;
  hours: number;
  value: number;
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

const counted = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

const said: Record<AlertMetric, (value: number) => string> = {
  UNANSWERED_PERCENT: (value) => `${number(value)} % of the questions unanswered`,
  DISLIKES: (value) => counted(value, 'dislike'),
  FAILURES: (value) => counted(value, 'failed answer or run', 'failed answers and runs'),
  FAILED_IMPORTS: (value) => counted(value, 'failed import'),
  CREDITS: (value) => `${counted(value, 'credit')} spent`,
  SLOW_SECONDS: (value) => `1 of 20 took longer than ${counted(value, 'second')}`,
};

/** For example: “Help desk: 7 dislikes in the last 24 hours (alert from 5 on)”. */
export const summarize = ({ subjectName, metric, threshold, hours, value }: Told): string =>
  `${subjectName ?? 'Whole company'}: ${said[metric](value)} in the last ${counted(hours, 'hour')} (alert from ${number(threshold)} on)`;

/** The page on which the figures of the alert are, without the origin. */
export const buildPagePath = ({
  subjectKind,
  subjectId,
}: Pick<Told, 'subjectKind' | 'subjectId'>): string => {
  if (subjectId === null) return '/monitor?tab=alerts';
  if (subjectKind === 'KNOWLEDGE_BASE') return `/knowledge-base/${subjectId}/documents`;
  return `/monitor/${subjectKind.toLowerCase()}/${subjectId}`;
};

export type AlertEvent = 'BEGAN' | 'RESOLVED' | 'TEST';

interface Order {
  to: string;
  name: string;
  ruleName: string;
  event: AlertEvent;
  told: Told;
  /** The address of the server; undefined where it is not configured. */
  origin: string | undefined;
}

const headings: Record<AlertEvent, string> = {
  BEGAN: 'Alert',
  RESOLVED: 'Resolved',
  TEST: 'Test of an alert',
};

/** The mail about the beginning or the end of an alert, and about a test. */
export const alertMail = ({ to, name, ruleName, event, told, origin }: Order): Mail =>
  renderMail({
    to,
    subject: `${headings[event]}: ${ruleName}`,
    name,
    paragraphs: [
      ...(event === 'TEST' ? ['Somebody tested this rule. This is what it measures at the moment.'] : []),
      ...(event === 'RESOLVED' ? ['This is over. At the beginning it was:'] : []),
      summarize(told),
    ],
    ...(origin === undefined
      ? {}
      : { action: { label: 'Show the figures', url: `${origin}${buildPagePath(told)}` } }),
    note: 'The rule can be changed or switched off in the monitor, under “Alerts”.',
  });
