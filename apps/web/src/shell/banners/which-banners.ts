import type { Subscription } from '@atelier/contracts/money/billing';
import { selectVerification } from '../../lib/account/subscription.ts';
import type { BannerKind } from './closed-banners.ts';

type Plan = Pick<Subscription, 'isInTrial' | 'trialStartsAt' | 'trialEndsAt' | 'isTrialAvailable'> & {
  planDetails: Pick<Subscription['planDetails'], 'planType'>;
};

interface Known {
  user: { email_verified: boolean };
  subscription: Plan | undefined;
  /** True when the user may choose the plan. */
  mayUpgrade: boolean;
}

/** Returns the banners that are due (BANNER-02, BANNER-04, BANNER-05, BANNER-06). Trial and free plan exclude each other. */
export const dueBanners = ({ user, subscription, mayUpgrade }: Known): BannerKind[] => {
  const { isVerified, isPlanUpgraded } = selectVerification(user, subscription);
  const isInTrial = subscription?.isInTrial ?? false;
  const canTry = mayUpgrade && !isPlanUpgraded && !isInTrial && subscription?.isTrialAvailable === true;
  return [
    ...(isVerified ? [] : (['email'] as const)),
    ...(isInTrial ? (['trial'] as const) : []),
    ...(canTry ? (['plan'] as const) : []),
  ];
};
