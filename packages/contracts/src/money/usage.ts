import { z } from 'zod';
import { lookupId, Timestamp, tenantQuery } from '../kernel/shapes.ts';

export const UsageKind = z.enum(['ANSWER', 'EMBEDDING', 'OTHER']);
export type UsageKind = z.infer<typeof UsageKind>;

export const UsageGrouping = z.enum(['day', 'user', 'app', 'model', 'kind']);
export type UsageGrouping = z.infer<typeof UsageGrouping>;

const day = z.iso.date();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** A default would be published as the day on which the API was described. */
const dayOrDaysAgo = (days: number) => day.optional().transform((given) => given ?? daysAgo(days));
const longestRangeDays = 366;

export const usageRange = {
  ...tenantQuery,
  /** The first day of the range; both days are inclusive and in UTC. */
  from: dayOrDaysAgo(29).describe('By default the day 29 days ago'),
  to: dayOrDaysAgo(0).describe('By default today'),
};
export const inOrder = ({ from, to }: { from: string; to: string }) =>
  from <= to && Date.parse(to) - Date.parse(from) < longestRangeDays * 86_400_000;
export const orderMessage = {
  message: 'Please choose a range of at most a year that ends after it begins',
  path: ['to'],
};

const UsageTotals = z.object({
  credits: z.number(),
  records: z.number().int(),
  answers: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
});

export const CreditUsage = z.object({
  from: day,
  to: day,
  groupBy: UsageGrouping,
  totals: UsageTotals,
  /** One entry for each day of the range, including days without usage. */
  series: z.array(
    z.object({
      day,
      credits: z.number(),
      records: z.number().int(),
      answers: z.number().int(),
      /** Input and output tokens together. */
      tokens: z.number().int(),
    }),
  ),
  /** Usage by the requested grouping, the largest first: at most 100 groups, the rest summed up as `others`. */
  groups: z.array(
    z.object({ key: z.string(), label: z.string(), credits: z.number(), records: z.number().int() }),
  ),
});
export type CreditUsage = z.infer<typeof CreditUsage>;

export const UsageRecord = z.object({
  usageId: z.string(),
  at: Timestamp,
  kind: UsageKind,
  userName: z.string().nullable(),
  appName: z.string().nullable(),
  modelId: z.string().nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
});
export type UsageRecord = z.infer<typeof UsageRecord>;

export const LimitScope = z.enum(['TENANT', 'USER', 'APP']);
export const LimitPeriod = z.enum(['DAY', 'MONTH']);
export const LimitKind = z.enum(['HARD', 'SOFT']);

/** A usage limit. It is identified by subject, period and strictness: setting it again changes its credits. */
export const UsageLimitInput = z
  .object({
    scope: LimitScope,
    subjectId: lookupId.nullable().default(null),
    period: LimitPeriod,
    kind: LimitKind,
    credits: z
      .number({ error: 'Please enter a number of credits' })
      .min(0, 'Credits cannot be below 0')
      .max(1_000_000_000, 'At most 1,000,000,000 credits'),
  })
  .superRefine(({ scope, subjectId }, issues) => {
    if (scope !== 'TENANT' && subjectId === null)
      issues.addIssue({
        code: 'custom',
        path: ['subjectId'],
        message: scope === 'USER' ? 'User ID is required' : 'Please choose an app',
      });
  });
export type UsageLimitInput = z.output<typeof UsageLimitInput>;

export const UsageLimit = z.object({
  limitId: z.string(),
  scope: LimitScope,
  subjectId: z.string().nullable(),
  /** The name of the user or app; null for the tenant. */
  subjectName: z.string().nullable(),
  period: LimitPeriod,
  kind: LimitKind,
  credits: z.number(),
  /** Credits charged or on hold in the current period. */
  used: z.number(),
  isReached: z.boolean(),
  resetsAt: Timestamp,
});
export type UsageLimit = z.infer<typeof UsageLimit>;

/** The time that the server computed for the company: its flows and code, its documents, its searches. */
export const ComputingTime = z.object({
  /** The seconds that the company may use in a minute before it waits behind others. */
  secondsPerMinute: z.number(),
  /** The seconds that it used in the busiest of the last two minutes, and today (UTC). */
  lately: z.number(),
  today: z.number(),
  /** True while the company has used up the present minute, so that its work waits behind that of others. */
  waitsBehindOthers: z.boolean(),
});
export type ComputingTime = z.infer<typeof ComputingTime>;
