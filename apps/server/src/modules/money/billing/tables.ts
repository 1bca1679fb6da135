import type { SubscriptionStatus } from '@atelier/contracts/money/billing';
import type { InvoiceLine, InvoiceStatus } from '@atelier/contracts/money/payments';
import type { UsageKind } from '@atelier/contracts/money/usage';
import { bigint, boolean, date, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

/**
 * GRANTED, SPENT and EXPIRED are the sources and ends of credits. AVAILABLE holds the credits of the plan, ADD_ON the bought ones, and HELD
 * those that wait for settlement.
 */
export type Account = 'GRANTED' | 'AVAILABLE' | 'ADD_ON' | 'HELD' | 'SPENT' | 'EXPIRED';

const micro = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const subscriptions = tenantTable('subscriptions', {
  planId: text('plan_id').notNull(),
  status: text('status').$type<SubscriptionStatus>().notNull(),
  provider: text('provider').$type<'none' | 'manual' | 'stripe'>().notNull(),
  anchorAt: moment('anchor_at').notNull(),
  periodStartsAt: moment('period_starts_at').notNull(),
  periodEndsAt: moment('period_ends_at'),
  dueAt: moment('due_at'),
  trialStartsAt: moment('trial_starts_at'),
  trialEndsAt: moment('trial_ends_at'),
  cancelAtCycleEnd: boolean('cancel_at_cycle_end').notNull().default(false),
  graceEndsAt: moment('grace_ends_at'),
  spentBefore: micro('spent_before').default(0),
  storiesDay: date('stories_day'),
  storiesCount: integer('stories_count').notNull().default(0),
  releaseAt: moment('release_at'),
  createdAt: createdAt(),
});
export type SubscriptionRow = typeof subscriptions.$inferSelect;

export const ledgerBalances = tenantTable('ledger_balances', {
  account: text('account').$type<Account>().notNull(),
  amount: micro('amount'),
});

export const ledgerHolds = tenantTable('ledger_holds', {
  id: text('id').notNull(),
  amount: micro('amount'),
  reference: text('reference').notNull(),
  userId: text('user_id'),
  appId: text('app_id'),
  createdAt: createdAt(),
});

export const usageRecords = tenantTable('usage_records', {
  id: text('id').notNull(),
  kind: text('kind').$type<UsageKind>().notNull(),
  userId: text('user_id'),
  appId: text('app_id'),
  knowledgeBaseId: text('knowledge_base_id'),
  modelId: text('model_id'),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  amount: micro('amount'),
  reference: text('reference').notNull(),
  createdAt: createdAt(),
});
export type UsageRow = typeof usageRecords.$inferSelect;

/** One use of credits: a call of a model, or several calls of the same one. */
export interface CreditUse {
  kind: UsageKind;
  knowledgeBaseId?: string | null;
  modelId?: string | null;
  /** The cost in micro-credits. */
  cost: number;
  inputTokens?: number;
  outputTokens?: number;
}

export const usageLimits = tenantTable('usage_limits', {
  id: text('id').notNull(),
  scope: text('scope').$type<'TENANT' | 'USER' | 'APP'>().notNull(),
  subjectId: text('subject_id').notNull().default(''),
  period: text('period').$type<'DAY' | 'MONTH'>().notNull(),
  kind: text('kind').$type<'HARD' | 'SOFT'>().notNull(),
  amount: micro('amount'),
  used: micro('used').default(0),
  countedFrom: moment('counted_from').notNull(),
  warnedFrom: moment('warned_from'),
  createdAt: createdAt(),
});
export type UsageLimitRow = typeof usageLimits.$inferSelect;

export const computingTimes = tenantTable('computing_time', {
  minute: moment('minute').notNull(),
  ms: bigint('ms', { mode: 'number' }).notNull(),
});

export const paymentAccounts = tenantTable('payment_accounts', {
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  lastInvoice: integer('last_invoice').notNull().default(0),
});

export const invoices = tenantTable('invoices', {
  id: text('id').notNull(),
  ordinal: integer('ordinal').notNull(),
  number: text('number').notNull(),
  companyName: text('company_name').notNull(),
  currency: text('currency').notNull(),
  total: bigint('total', { mode: 'number' }).notNull(),
  lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
  status: text('status').$type<InvoiceStatus>().notNull(),
  dueAt: moment('due_at'),
  paidAt: moment('paid_at'),
  externalId: text('external_id'),
  issuedAt: moment('issued_at').notNull().defaultNow(),
});
export type InvoiceRow = typeof invoices.$inferSelect;
