import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { billing, type Subscription } from '@atelier/contracts/money/billing';
import { useRead } from '../query.ts';
import { ApiError } from '../server/api-error.ts';

const refreshMs = 60_000;

/** The plan of the tenant. A 404 from the server means that it has none (BILLING-03). */
export const useSubscription = () => {
  const query = useRead(billing.endpoints.subscription, {}, { refetchInterval: refreshMs });
  const { data, error } = query;
  return { query, subscription: data, hasNoPlan: error instanceof ApiError && error.status === 404 };
};

type Balances = Pick<Subscription, 'featureBalances' | 'addOns'>;

/** The credits part of the client session. The balance counts as zero until it is known (CREDIT-01, CREDIT-09). */
export const selectCredits = (subscription: Balances | undefined): { remainingCredits: number } => ({
  remainingCredits:
    subscription === undefined ? 0 : subscription.featureBalances.credits + subscription.addOns.credits,
});

/**
 * The verification part of the client session. An address counts as verified until the server says otherwise, so that no banner
 * flashes (SESSION-04).
 */
export const selectVerification = (
  user: Pick<SessionUser, 'email_verified'> | null,
  subscription: { planDetails: Pick<Subscription['planDetails'], 'planType'> } | undefined,
): { isVerified: boolean; isPlanUpgraded: boolean } => ({
  isVerified: user?.email_verified ?? true,
  isPlanUpgraded: subscription === undefined || subscription.planDetails.planType !== 'Free',
});
