import { useLocation } from '@tanstack/react-router';
import { useIsOverviewShown } from '../../lib/home-overview.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { landing } from '../landing.ts';
import { useClosedBanner } from './closed-banners.ts';
import { EmailBanner } from './email-banner.tsx';
import { FreePlanBanner, TrialBanner } from './plan-banners.tsx';
import { bannersOf } from './which-banners.ts';

/** What an account should know, one line each under the header (HEADER-08). */
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
  const due = isHome && !isOverviewShown ? [] : bannersOf({ user, subscription, mayUpgrade });
  return (
    <>
      {due.includes('email') && !email.isClosed ? <EmailBanner onClose={email.close} /> : null}
      {subscription && due.includes('trial') && !trial.isClosed ? (
        <TrialBanner subscription={subscription} mayUpgrade={mayUpgrade} onClose={trial.close} />
      ) : null}
      {due.includes('plan') && !plan.isClosed ? <FreePlanBanner onClose={plan.close} /> : null}
    </>
  );
};
