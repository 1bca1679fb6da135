import { z } from 'zod';
import { edited, Revision } from '../../kernel/revisions.ts';
import { lookupId, requiredText, Timestamp } from '../../kernel/shapes.ts';
import { MonitorKind } from './monitor-shapes.ts';

/** The subject of a rule: the whole company, or one thing. */
export const AlertSubjectKind = z.enum(['COMPANY', ...MonitorKind.options, 'KNOWLEDGE_BASE']);
export type AlertSubjectKind = z.infer<typeof AlertSubjectKind>;

/** The figure that a rule compares with its threshold, over its last hours. */
export const AlertMetric = z.enum([
  /** The share of the ended questions for which nothing was found, in percent. */
  'UNANSWERED_PERCENT',
  'DISLIKES',
  /** Failed answers and runs. */
  'FAILURES',
  'FAILED_IMPORTS',
  'CREDITS',
  /** The seconds that 19 of 20 answers or runs took at most. */
  'SLOW_SECONDS',
]);
export type AlertMetric = z.infer<typeof AlertMetric>;

const ofRuns: readonly AlertMetric[] = ['FAILURES', 'CREDITS', 'SLOW_SECONDS'];
const ofAnswers: readonly AlertMetric[] = ['UNANSWERED_PERCENT', 'DISLIKES', ...ofRuns];

/** The metrics of each kind of thing. */
export const metricsOfSubject: Record<AlertSubjectKind, readonly AlertMetric[]> = {
  COMPANY: AlertMetric.options,
  APP: ofAnswers,
  ...{ AGENT: ofRuns, CREW: ofRuns, FLOW: ofRuns, WORKER: ofRuns },
  KNOWLEDGE_BASE: ['FAILED_IMPORTS'],
};

/** The receivers of a mail: nobody, the author of the rule, or the owners and admins. */
export const AlertMail = z.enum(['NOBODY', 'AUTHOR', 'ADMINS']);
export type AlertMail = z.infer<typeof AlertMail>;

const WebhookUrl = z.url({
  protocol: /^https?$/,
  error: 'Please enter an address that begins with https:// or http://',
});

export const AlertRuleInput = z
  .object({
    name: requiredText(120, 'Please enter a name'),
    subjectKind: AlertSubjectKind,
    /** Null for the whole company. */
    subjectId: lookupId.nullable(),
    metric: AlertMetric,
    /** The alert begins when the value reaches it. */
    threshold: z.number({ error: 'Please enter a number' }).positive().max(1e12),
    hours: z.number({ error: 'Please enter the hours' }).int().min(1).max(168),
    /** The fewest questions or runs that a share or a time is taken from. */
    least: z.number({ error: 'Please enter a number' }).int().min(0).max(1_000_000),
    /** After a message about a beginning, none about another beginning is sent for this long. */
    quietMinutes: z.number({ error: 'Please enter the minutes' }).int().min(5).max(10_080),
    mail: AlertMail,
    webhookUrl: WebhookUrl.max(2000).nullable(),
    enabled: z.boolean(),
  })
  .refine(({ subjectKind, subjectId }) => (subjectKind === 'COMPANY') === (subjectId === null), {
    path: ['subjectId'],
    message: 'Please choose what the rule watches',
  })
  .refine(({ subjectKind, metric }) => metricsOfSubject[subjectKind].includes(metric), {
    path: ['metric'],
    message: 'This is not measured for what the rule watches',
  })
  .refine(({ mail, webhookUrl }) => mail !== 'NOBODY' || webhookUrl !== null, {
    path: ['mail'],
    message: 'Please choose who gets a mail, or enter the address of a webhook',
  });
export type AlertRuleInput = z.infer<typeof AlertRuleInput>;

/** A change replaces the whole rule. */
export const AlertRuleChange = AlertRuleInput.safeExtend(edited);
export type AlertRuleChange = z.infer<typeof AlertRuleChange>;

export const AlertRule = z.object({
  ruleId: z.string(),
  revision: Revision,
  name: z.string(),
  subjectKind: AlertSubjectKind,
  subjectId: z.string().nullable(),
  /** Null for the whole company. */
  subjectName: z.string().nullable(),
  metric: AlertMetric,
  threshold: z.number(),
  hours: z.number().int(),
  least: z.number().int(),
  quietMinutes: z.number().int(),
  mail: AlertMail,
  authorName: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  enabled: z.boolean(),
  /** The present value; null while there are fewer questions or runs than `least`. */
  value: z.number().nullable(),
  /** True while an alert of the rule is open. */
  isOpen: z.boolean(),
  createdAt: Timestamp,
});
export type AlertRule = z.infer<typeof AlertRule>;

/** A saved rule, with the key of its webhook when that was made just now. It is shown this once only. */
export const SavedAlertRule = AlertRule.extend({ webhookSecret: z.string().nullable() });

export const AlertMessage = z.object({
  event: z.enum(['BEGAN', 'RESOLVED']),
  channel: z.enum(['MAIL', 'WEBHOOK']),
  /** The name of the member who gets the mail; null for a webhook and for somebody who left. */
  to: z.string().nullable(),
  state: z.enum(['WAITING', 'SENT', 'FAILED']),
  problem: z.string().nullable(),
});

/** Something that a rule noticed. */
export const Alert = z.object({
  alertId: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  subjectKind: AlertSubjectKind,
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  metric: AlertMetric,
  threshold: z.number(),
  hours: z.number().int(),
  /** The value at the beginning. */
  value: z.number(),
  beganAt: Timestamp,
  /** Null while it lasts. */
  resolvedAt: Timestamp.nullable(),
  /** Empty for an alert that began and ended in a quiet period. */
  messages: z.array(AlertMessage),
});
export type Alert = z.infer<typeof Alert>;

/** The result of a test message; null for a channel that the rule does not use. */
export const AlertTest = z.object({
  mail: z.object({ isSent: z.boolean(), problem: z.string().nullable() }).nullable(),
  webhook: z.object({ isSent: z.boolean(), problem: z.string().nullable() }).nullable(),
});
export type AlertTest = z.infer<typeof AlertTest>;
