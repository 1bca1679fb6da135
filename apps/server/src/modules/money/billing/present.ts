import type { BillingCatalogue, Subscription } from '@atelier/contracts/money/billing';
import { planOf } from './catalogue.ts';
import { microPerCredit } from './micro-credit.ts';
import type { ledgerRepository } from './repository/ledger.ts';
import type { SubscriptionRow } from './tables.ts';

interface Around {
  balances: Awaited<ReturnType<typeof ledgerRepository.balances>>;
  catalogue: BillingCatalogue;
  isTrialAvailable: boolean;
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentSubscription = (
  row: SubscriptionRow,
  { balances, catalogue, isTrialAvailable }: Around,
): Subscription => {
  const { planId, planType, name, monthlyPrice, featureBalances } = planOf(catalogue, row.planId);
  return {
    featureBalances: { credits: balances.AVAILABLE / microPerCredit },
    addOns: { credits: balances.ADD_ON / microPerCredit },
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
    spentThisPeriod: Math.max(0, balances.SPENT - row.spentBefore) / microPerCredit,
  };
};
