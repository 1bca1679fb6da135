import type { Subscription } from '@atelier/contracts/money/billing';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { catalogueOf, planOf } from '../catalogue.ts';
import { microPerCredit } from '../micro-credit.ts';
import { presentSubscription } from '../present.ts';
import { ledgerRepository } from '../repository/ledger.ts';
import type { SubscriptionRow } from '../tables.ts';
import { isTrialAvailable } from './change-plan.ts';
import { findSubscription, getSubscription } from './current-subscription.ts';

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
      catalogue: catalogueOf(tx.services.config),
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
    planName: planOf(catalogueOf(tx.services.config), row.planId).name,
    status: row.status,
    creditsLeft: (AVAILABLE + ADD_ON) / microPerCredit,
    creditsSpent: SPENT / microPerCredit,
  };
};
