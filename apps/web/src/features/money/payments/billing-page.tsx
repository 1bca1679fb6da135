import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { useSubscription } from '../../../lib/account/subscription.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { LinkTabs } from '../../../ui/layout/url-tabs.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';

/** The billing menu (HEADER-25 to HEADER-29). */
export const billingSections = [
  { to: '/pricing/overview', label: 'Overview' },
  { to: '/pricing/history', label: 'Billing history' },
  { to: '/pricing/credit-usage', label: 'Credit Usage' },
  { to: '/pricing/usage-limit', label: 'Usage Limit' },
  { to: '/pricing/knowledge-storage', label: 'Knowledge Storage' },
];

const plans = '/pricing/overview/plan';

interface BillingPageProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** True for the page where a plan is chosen, the only one that a tenant without a plan can use. */
  isPlanChoice?: boolean;
  children: ReactNode;
}

const NotForYou = () => (
  <EmptyState
    illustration={<SearchIllustration />}
    title="Only owners and admins see billing"
    action={<TextLink to="/agents">Back to the start</TextLink>}
  >
    Plans, credits and invoices of your company are kept by its owner and admins. Ask one of them if you need
    more credits or another plan.
  </EmptyState>
);

const Frame = ({ isPlanChoice = false, ...props }: BillingPageProps) => {
  const { hasNoPlan } = useSubscription();
  if (hasNoPlan && !isPlanChoice) return <Navigate to={plans} replace />;
  return (
    <Page
      {...props}
      navigation={hasNoPlan ? undefined : <LinkTabs label="Billing" tabs={billingSections} />}
    />
  );
};

/**
 * The frame of every billing page, for owners and admins (BILLING-09). A tenant without a plan is sent to the plans
 * (BILLING-04, BILLING-05).
 */
export const BillingPage = (props: BillingPageProps) =>
  useMay()('billing:read') ? (
    <Frame {...props} />
  ) : (
    <Page title={props.title}>
      <NotForYou />
    </Page>
  );
