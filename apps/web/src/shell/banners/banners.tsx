import type { Subscription } from '@atelier/contracts/money/billing';
import { useLocation } from '@tanstack/react-router';
import { useIsOverviewShown } from '../../lib/account/home-overview.ts';
import { useMay, useUser } from '../../lib/account/session.ts';
import { selectVerification, useSubscription } from '../../lib/account/subscription.ts';
import { landing } from '../landing.ts';
import { type BannerKind, useClosedBanner } from './closed-banners.ts';
import { EmailBanner } from './email-banner.tsx';
import { FreePlanBanner, TrialBanner } from './plan-banners.tsx';

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
const dueBanners = ({ user, subscription, mayUpgrade }: Known): BannerKind[] => {
  const { isVerified, isPlanUpgraded } = selectVerification(user, subscription);
  const isInTrial = subscription?.isInTrial ?? false;
  const canTry = mayUpgrade && !isPlanUpgraded && !isInTrial && subscription?.isTrialAvailable === true;
  return [
    ...(isVerified ? [] : (['email'] as const)),
    ...(isInTrial ? (['trial'] as const) : []),
    ...(canTry ? (['plan'] as const) : []),
  ];
};

/**
 * One line below the header with a message about the account. When it is closed, the next message that is due takes its place
 * (HEADER-08).
 */
export const Banners = () => {
  const user = useUser();
  const may = useMay();
  const { subscription } = useSubscription();
  const email = useClosedBanner('email');
  const trial = useClosedBanner('trial');
  const plan = useClosedBanner('plan');
  const mayUpgrade = may('billing:write');
  const isHome = useLocation({ select: ({ pathname }) => pathname === landing });
  const isOverviewShown = useIsOverviewShown();
  const due = isHome && !isOverviewShown ? [] : dueBanners({ user, subscription, mayUpgrade });
  const first = due.find((kind) => !{ email, trial, plan }[kind].isClosed);
  if (first === 'email') return <EmailBanner onClose={email.close} />;
  if (first === 'plan') return <FreePlanBanner onClose={plan.close} />;
  if (first === undefined || subscription === undefined) return null;
  return <TrialBanner subscription={subscription} mayUpgrade={mayUpgrade} onClose={trial.close} />;
};
