import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { fileReplyFor } from '../kernel/raw-replies.ts';
import {
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
} from '../kernel/shapes.ts';
import {
  ComputingTime,
  CreditUsage,
  inOrder,
  orderMessage,
  UsageGrouping,
  UsageLimit,
  UsageLimitInput,
  UsageRecord,
  usageRange,
} from './usage.ts';

export const PlanType = z.enum(['Free', 'Premium', 'Enterprise']);
export type PlanType = z.infer<typeof PlanType>;

/** The kinds of packages (BILLING-06): a plan, or credits in addition to it. */
export const PackageType = z.enum(['SUBSCRIPTION', 'ADDON']);
export type PackageType = z.infer<typeof PackageType>;

/** The product that a package belongs to (BILLING-07): Atelier itself or one of its CRM tools. */
export const ServiceType = z.enum(['ATELIER', 'PIPEDRIVE', 'HUBSPOT']);
export type ServiceType = z.infer<typeof ServiceType>;

/** The filter of a list of add-ons: those of a service, or those of a kind of package (BILLING-08). */
export const AddOnType = z.enum([...ServiceType.options, ...PackageType.options]);
export type AddOnType = z.infer<typeof AddOnType>;

export const SubscriptionStatus = z.enum(['ACTIVE', 'TRIALING', 'PAST_DUE', 'CANCELLED', 'EXPIRED']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

const allowance = z.number().int().min(0).nullable();

/** The limits of a plan; null means no limit. `credits` per period, `dailyStories` answers per day. */
export const PlanAllowance = z.object({
  credits: z.number().min(0),
  members: allowance,
  knowledgeBases: allowance,
  apps: allowance,
  storageBytes: allowance,
  dailyStories: allowance,
});
export type PlanAllowance = z.infer<typeof PlanAllowance>;

/** The resources that a plan limits. */
export type PlanResource = 'members' | 'knowledgeBases' | 'apps' | 'storageBytes';

/** A price in the smallest unit of the currency, for example cents. */
const price = z.number().int().min(0);
const catalogueId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'small letters, digits and hyphens');

export const Plan = z.object({
  planId: catalogueId,
  planType: PlanType,
  packageType: z.literal('SUBSCRIPTION').default('SUBSCRIPTION'),
  serviceType: ServiceType.default('ATELIER'),
  name: requiredText(60, 'a name'),
  description: z.string().max(300),
  monthlyPrice: price,
  featureBalances: PlanAllowance,
});
export type Plan = z.output<typeof Plan>;

export const AddOn = z.object({
  addOnId: catalogueId,
  packageType: z.literal('ADDON').default('ADDON'),
  serviceType: ServiceType.default('ATELIER'),
  name: requiredText(60, 'a name'),
  description: z.string().max(300),
  price,
  /** The credits that the package adds; they do not expire with the period. */
  credits: z.number().min(0),
});
export type AddOn = z.output<typeof AddOn>;

/** All packages on sale. */
export const BillingCatalogue = z
  .object({
    currency: z.string().regex(/^[A-Z]{3}$/, 'three capital letters, such as USD'),
    plans: z.array(Plan).min(1),
    addOns: z.array(AddOn).default([]),
  })
  .superRefine(({ plans, addOns }, issues) => {
    const ids = [...plans.map(({ planId }) => planId), ...addOns.map(({ addOnId }) => addOnId)];
    if (new Set(ids).size !== ids.length)
      issues.addIssue({ code: 'custom', message: 'each id must be used once', path: ['plans'] });
    for (const type of ['Free', 'Premium'] as const) {
      if (!plans.some(({ planType }) => planType === type))
        issues.addIssue({ code: 'custom', message: `one plan must be of type ${type}`, path: ['plans'] });
    }
  });
export type BillingCatalogue = z.output<typeof BillingCatalogue>;

export const Subscription = z.object({
  /** The remaining credits of the plan, which expire with the period. */
  featureBalances: z.object({ credits: z.number() }),
  /** The remaining purchased credits, which do not expire. */
  addOns: z.object({ credits: z.number() }),
  isInTrial: z.boolean(),
  trialStartsAt: Timestamp.nullable(),
  trialEndsAt: Timestamp.nullable(),
  /** True when the free trial week of the premium plan can still be started. */
  isTrialAvailable: z.boolean(),
  planDetails: z.object({
    planId: z.string(),
    planType: PlanType,
    name: z.string(),
    monthlyPrice: z.number(),
    currency: z.string(),
    featureBalances: PlanAllowance,
  }),
  status: SubscriptionStatus,
  periodStartsAt: Timestamp,
  periodEndsAt: Timestamp.nullable(),
  cancelAtCycleEnd: z.boolean(),
  /** The end of the grace period after a failed payment. */
  graceEndsAt: Timestamp.nullable(),
  /** Credits used in the current period. */
  spentThisPeriod: z.number(),
});
export type Subscription = z.infer<typeof Subscription>;

export const billing = defineContract({
  name: 'billing',
  errors: {
    'billing.credits_too_low': {
      kind: 'precondition',
      message: 'Your credit balance is too low. Please upgrade your account to proceed.',
    },
    'billing.no_plan': {
      kind: 'not_found',
      message: 'This company has no plan yet. An owner or admin can choose one under Billing.',
    },
    'billing.plan_expired': { kind: 'precondition', message: 'Plan expired, Please upgrade the plan.' },
    'billing.daily_limit': {
      kind: 'precondition',
      message: 'You have exceeded your daily limit for stories. please consider upgrading your plan.',
    },
    'billing.limit_reached': {
      kind: 'precondition',
      message: 'A usage limit is reached. An owner or admin of the company can raise it under Billing.',
    },
    'billing.plan_limit': {
      kind: 'precondition',
      message: 'The plan has no room for more. Please upgrade under Billing, or remove something first.',
    },
    'billing.email_unverified': {
      kind: 'precondition',
      message:
        "Answers through this server's provider need a confirmed mail address of the company's owner. The owner can confirm it with the link that was mailed after signing up. Until then, choose the model Atelier extractive, or add your own provider under Models.",
    },
    'billing.operator_share': {
      kind: 'limit',
      message:
        "Your company has used up its share of this server's own provider, which is limited until the first payment. Please upgrade under Billing, or add your own provider under Models.",
    },
    'billing.operator_budget': {
      kind: 'limit',
      message:
        "This server's budget for answers is used up. Please ask the operator of this server to raise it, or add your own provider under Models.",
    },
    'billing.trial_used': {
      kind: 'conflict',
      message:
        'The free trial can be used once, on the Free plan of your first company. Please choose a plan instead.',
    },
    'billing.usage_limit_not_found': {
      kind: 'not_found',
      message: 'This usage limit does not exist any more. Please reload the page.',
    },
    'billing.subject_not_found': {
      kind: 'not_found',
      message: 'This person or app does not exist. Please choose another one.',
    },
  },
  endpoints: {
    subscription: {
      method: 'GET',
      path: '/api/payment/subscription',
      summary: 'Read plan, trial and remaining credits (BILLING-03)',
      access: { signedIn: 'the header shows the balance to every member' },
      query: z.object(tenantQuery),
      reply: Subscription,
    },
    plans: {
      method: 'GET',
      path: '/api/payment/plans',
      summary: 'List the plans that can be chosen',
      access: { allow: 'billing:read' },
      query: z.object(tenantQuery),
      reply: z.object({
        currency: z.string(),
        plans: z.array(Plan),
        /** The present plan; null when there is none. */
        currentPlanId: z.string().nullable(),
        isTrialAvailable: z.boolean(),
        /** The ways to pay for a plan: by card immediately, or by invoice. `note` is the operator's text on how to pay invoices. */
        payment: z.object({ by: z.enum(['card', 'invoice']), note: z.string().nullable() }),
      }),
    },
    startTrial: {
      method: 'POST',
      path: '/api/payment/start-trial',
      summary: 'Begin the free week of the premium plan (BILLING-02)',
      access: { allow: 'billing:write' },
      body: z.object(tenantQuery).default({}),
      reply: Subscription,
    },
    creditUsage: {
      method: 'GET',
      path: '/api/payment/credit-usage',
      summary: 'Read what credits were used for',
      access: { allow: 'billing:read' },
      query: z.object({ ...usageRange, groupBy: UsageGrouping.default('day') }).refine(inOrder, orderMessage),
      reply: CreditUsage,
    },
    usageRecords: {
      method: 'GET',
      path: '/api/payment/credit-usage/records',
      summary: 'List each use of credits, newest first',
      access: { allow: 'billing:read' },
      query: z
        .object({ ...usageRange, cursor: pageQuery.cursor, limit: pageQuery.limit })
        .refine(inOrder, orderMessage),
      reply: pageSchemaFor(UsageRecord),
    },
    exportUsage: {
      method: 'GET',
      path: '/api/payment/credit-usage/export',
      summary: 'Export each use of credits as CSV',
      access: { allow: 'billing:read' },
      query: z.object(usageRange).refine(inOrder, orderMessage),
      raw: true,
      sends: fileReplyFor('text/csv'),
    },
    computingTime: {
      method: 'GET',
      path: '/api/payment/computing-time',
      summary: 'Read how much of its computing time the company used',
      access: { allow: 'monitoring:read' },
      query: z.object(tenantQuery),
      reply: ComputingTime,
    },
    usageLimits: {
      method: 'GET',
      path: '/api/payment/usage-limits',
      summary: 'List usage limits with their present usage',
      access: { allow: 'billing:read' },
      query: z.object(tenantQuery),
      reply: z.object({ limits: z.array(UsageLimit) }),
    },
    limitSubjects: {
      method: 'GET',
      path: '/api/payment/usage-limits/subjects',
      summary: 'List the users or apps for which a limit can be set',
      access: { allow: 'billing:write' },
      query: z.object({ ...tenantQuery, scope: z.enum(['USER', 'APP']), search: pageQuery.search }),
      reply: z.object({ subjects: z.array(z.object({ subjectId: z.string(), name: z.string() })) }),
    },
    setUsageLimit: {
      method: 'PUT',
      path: '/api/payment/usage-limits',
      summary: 'Set a usage limit, or change its credits',
      access: { allow: 'billing:write' },
      body: UsageLimitInput,
      reply: UsageLimit,
    },
    removeUsageLimit: {
      method: 'DELETE',
      path: '/api/payment/usage-limits/:id',
      summary: 'Remove a usage limit',
      access: { allow: 'billing:write' },
      params: z.object({ id: lookupId }),
      reply: Done,
    },
  },
});
