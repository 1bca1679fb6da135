import type { Subscription } from '@atelier/contracts/money/billing';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { catalogueOf, planOf } from '../catalogue.ts';
import { microPerCredit } from '../micro-credit.ts';
import { presentSubscription } from '../present.ts';
import { ledgerRepository } from '../repository/ledger.ts';
import type { SubscriptionRow } from '../tables.ts';
import { isTrialAvailable } from './change-plan.ts';
import { findSubscription, getSubscription } from './current-subscription.ts';

export interface SubscriptionState extends Subscription {
  /** Who is paid: nobody, we by invoice, or the card payment provider. */
  provider: SubscriptionRow['provider'];
}

/** Plan, trial and balances of the company. Throws `billing.no_plan`. */
export const readSubscription = async (tx: TxCtx): Promise<SubscriptionState> => {
  const row = await getSubscription(tx);
  const shown = presentSubscription(row, {
    balances: await ledgerRepository.balances(tx.db),
    catalogue: catalogueOf(tx.services.config),
    isTrialAvailable: await isTrialAvailable(tx, row),
  });
  return { ...shown, provider: row.provider };
};

export interface BillingSummary {
  planName: string;
  status: SubscriptionRow['status'];
  creditsLeft: number;
  /** Since the company began. */
  creditsSpent: number;
}

/** One line about a company, for lists of companies; null for one that has to choose a plan first. */
export const summarizeBilling = async (tx: TxCtx): Promise<BillingSummary | null> => {
  const row = await findSubscription(tx);
  if (!row) return null;
  const { AVAILABLE, ADD_ON, SPENT } = await ledgerRepository.balances(tx.db);
  return {
    planName: planOf(catalogueOf(tx.services.config), row.planId).name,
    status: row.status,
    creditsLeft: (AVAILABLE + ADD_ON) / microPerCredit,
    creditsSpent: SPENT / microPerCredit,
  };
};
