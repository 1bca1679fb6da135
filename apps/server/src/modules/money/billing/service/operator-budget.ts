import { isOperatorModel } from '@atelier/contracts/content/models';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { hasVerifiedOwner } from '../../../account/tenancy/index.ts';
import { ledgerRepository } from '../repository/ledger.ts';
import { getSubscription, isPaying } from './current-subscription.ts';

type BudgetPeriod = 'day' | 'month';

/** The shares of the operator's budget at which a warning is logged, highest first. */
const shares = [1, 0.8];

/** The period for which each share was last logged, by server, so that each is logged once per period. */
const told = new WeakMap<Services['config'], Map<string, string>>();

/** Logs a warning when the operator's budget is running out, or has run out. `spent` is in credits. */
export const alertOfBudget = (
  services: Services,
  { period, spent, now }: { period: BudgetPeriod; spent: number; now: Date },
): void => {
  const ceiling = services.config.operatorBudget[period];
  const share = shares.find((part) => ceiling > 0 && spent >= part * ceiling);
  if (share === undefined) return;
  const beginning = now.toISOString().slice(0, period === 'day' ? 10 : 7);
  const known = told.get(services.config) ?? new Map<string, string>();
  told.set(services.config, known);
  if (known.get(`${period} ${share}`) === beginning) return;
  known.set(`${period} ${share}`, beginning);
  services.log.warn(
    { period, share, spentCredits: Math.round(spent), ceilingCredits: ceiling },
    'the budget of the server for models is running out',
  );
};

const firstOfNextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
const tomorrow = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

const inWords = (moment: Date): string =>
  `${moment.toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'utc' })}, 00:00 UTC`;

const refuse = (period: BudgetPeriod, now: Date): never => {
  const until = period === 'day' ? tomorrow(now) : firstOfNextMonth(now);
  throw new AppError(
    'billing.operator_budget',
    { period, until: until.toISOString() },
    {
      message: `This server's budget for answers is used up until ${inWords(until)}. Please ask the operator of this server to raise it, or add your own provider under Models.`,
    },
  );
};

const refuseFree = (credits: number, now: Date): never => {
  const until = firstOfNextMonth(now);
  throw new AppError(
    'billing.operator_share',
    { credits, until: until.toISOString() },
    {
      message: `A company that has not paid yet may use ${credits.toLocaleString('en')} credits a month through this server's own provider. They are used up until ${inWords(until)}. Please upgrade under Billing, or add your own provider under Models.`,
    },
  );
};

const needsMail = async (tx: TxCtx): Promise<boolean> =>
  tx.services.config.operatorBudget.needsMail && !(await hasVerifiedOwner(tx));

/** A hold with the details that decide whether it costs the operator money. */
export interface OperatorHold {
  holdId: string;
  /** The amount for each model, in micro-credits. */
  parts: readonly { modelId: string | null | undefined; amount: number }[];
}

const tell = (services: Services, now: Date, spent: Record<BudgetPeriod, number>): void => {
  services.metrics.observeOperatorSpending(spent);
  for (const period of ['day', 'month'] as const)
    alertOfBudget(services, { period, spent: spent[period], now });
};

/**
 * Counts a hold against the operator's budget for their own provider: for each tenant that does not pay, and for all together by day and
 * month. A tenant's own provider is not counted. The total is read without a lock, so concurrent holds may exceed it by their own amount.
 * Throws `billing.email_unverified`, `billing.operator_share` and `billing.operator_budget`.
 */
export const countForOperator = async (tx: TxCtx, { holdId, parts }: OperatorHold): Promise<void> => {
  const counting = parts.filter(({ modelId }) => modelId && isOperatorModel(modelId));
  if (counting.length === 0) return;
  const amount = counting.reduce((sum, part) => sum + part.amount, 0);
  if (await needsMail(tx)) fail('billing.email_unverified');
  const counted = await ledgerRepository.countForOperator(tx.db, { holdId, amount });
  const { day, month, freeTenant } = tx.services.config.operatorBudget;
  const spent = { day: toCredits(counted.ofDay), month: toCredits(counted.ofMonth) };
  const now = tx.now();
  tell(tx.services, now, spent);
  if (day > 0 && spent.day > day) refuse('day', now);
  if (month > 0 && spent.month > month) refuse('month', now);
  const isAbove = freeTenant > 0 && toCredits(counted.ofTenant) > freeTenant;
  if (isAbove && !(await isPaying(tx, await getSubscription(tx)))) refuseFree(freeTenant, now);
};
