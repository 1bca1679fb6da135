import type { BillingCatalogue, Subscription } from '@atelier/contracts/money/billing';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { getCatalogue, planFor } from '../catalogue.ts';
import { ledgerRepository } from '../repository/ledger.ts';
import type { SubscriptionRow } from '../tables.ts';
import { isTrialAvailable } from './change-plan.ts';
import { findSubscription, getSubscription } from './current-subscription.ts';

interface Around {
  balances: Awaited<ReturnType<typeof ledgerRepository.balances>>;
  catalogue: BillingCatalogue;
  isTrialAvailable: boolean;
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

const presentSubscription = (
  row: SubscriptionRow,
  { balances, catalogue, isTrialAvailable }: Around,
): Subscription => {
  const { planId, planType, name, monthlyPrice, featureBalances } = planFor(catalogue, row.planId);
  return {
    featureBalances: { credits: toCredits(balances.AVAILABLE) },
    addOns: { credits: toCredits(balances.ADD_ON) },
    isInTrial: row.status === 'TRIALING',
    trialStartsAt: moment(row.trialStartsAt),
    trialEndsAt: moment(row.trialEndsAt),
    isTrialAvailable,
    planDetails: { planId, planType, name, monthlyPrice, currency: catalogue.currency, featureBalances },
    status: row.status,
    periodStartsAt: row.periodStartsAt.toISOString(),
    periodEndsAt: moment(row.periodEndsAt),
    cancelAtCycleEnd: row.cancelAtCycleEnd,
    graceEndsAt: moment(row.graceEndsAt),
    spentThisPeriod: toCredits(Math.max(0, balances.SPENT - row.spentBefore)),
  };
};

export interface SubscriptionState extends Subscription {
  /** The way in which the plan is paid: not at all, by invoice, or through the card payment provider. */
  provider: SubscriptionRow['provider'];
}

/** Returns plan, trial and balances of the tenant. Throws `billing.no_plan`. */
export const readSubscription = (ctx: AnyCtx): Promise<SubscriptionState> =>
  ctx.tx(async (tx) => {
    const row = await getSubscription(tx);
    const shown = presentSubscription(row, {
      balances: await ledgerRepository.balances(tx.db),
      catalogue: getCatalogue(tx.services.config),
      isTrialAvailable: await isTrialAvailable(tx, row),
    });
    return { ...shown, provider: row.provider };
  });

interface BillingSummary {
  planName: string;
  status: SubscriptionRow['status'];
  creditsLeft: number;
  /** Since the tenant was created. */
  creditsSpent: number;
}

/** Summarises a tenant for lists of tenants; null for one that has to choose a plan first. */
export const summarizeBilling = async (tx: TxCtx): Promise<BillingSummary | null> => {
  const row = await findSubscription(tx);
  if (!row) return null;
  const { AVAILABLE, ADD_ON, SPENT } = await ledgerRepository.balances(tx.db);
  return {
    planName: planFor(getCatalogue(tx.services.config), row.planId).name,
    status: row.status,
    creditsLeft: toCredits(AVAILABLE + ADD_ON),
    creditsSpent: toCredits(SPENT),
  };
};
