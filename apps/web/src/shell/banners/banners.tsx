import { useLocation } from '@tanstack/react-router';
import { useIsOverviewShown } from '../../lib/account/home-overview.ts';
import { useMay, useUser } from '../../lib/account/session.ts';
import { useSubscription } from '../../lib/account/subscription.ts';
import { landing } from '../landing.ts';
import { useClosedBanner } from './closed-banners.ts';
import { EmailBanner } from './email-banner.tsx';
import { FreePlanBanner, TrialBanner } from './plan-banners.tsx';
import { dueBanners } from './which-banners.ts';

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
