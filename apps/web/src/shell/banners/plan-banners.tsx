import type { Subscription } from '@atelier/contracts/money/billing';
import { Button } from '@mantine/core';
import { IconClock, IconSparkles } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { formatDate } from '../../lib/format.ts';
import { isBuilt } from '../navigation.ts';
import { Banner } from './banner.tsx';

const plans = '/pricing/overview/plan';

interface PlanBannerProps {
  onClose: () => void;
  /** True when the user may choose the plan. */
  mayUpgrade: boolean;
}

const ToPlans = ({ label }: { label: string }) => {
  const navigate = useNavigate();
  return (
    <Button size="xs" variant="default" onClick={() => void navigate({ to: plans })}>
      {label}
    </Button>
  );
};

interface TrialBannerProps extends PlanBannerProps {
  subscription: Pick<Subscription, 'trialStartsAt' | 'trialEndsAt'>;
}

/** Says when the free trial began and when it ends (BANNER-04). */
export const TrialBanner = ({ subscription, mayUpgrade, onClose }: TrialBannerProps) => {
  const { trialStartsAt, trialEndsAt } = subscription;
  if (trialStartsAt === null || trialEndsAt === null) return null;
  return (
    <Banner
      label="Free trial"
      tone="info"
      icon={<IconClock size={17} />}
      onClose={onClose}
      actions={mayUpgrade && isBuilt(plans) ? <ToPlans label="See plans" /> : undefined}
    >
      Your free trial began on <time dateTime={trialStartsAt}>{formatDate(trialStartsAt)}</time> and ends on{' '}
      <time dateTime={trialEndsAt}>{formatDate(trialEndsAt)}</time>.
    </Banner>
  );
};

/** The length of the free trial in days (CONST-10, BILLING-02). */
export const trialDays = 7;

/** Offers a paid plan to a tenant on the free one (BANNER-05). */
export const FreePlanBanner = ({ onClose }: Pick<PlanBannerProps, 'onClose'>) => (
  <Banner
    label="Free plan"
    tone="accent"
    icon={<IconSparkles size={17} />}
    onClose={onClose}
    actions={isBuilt(plans) ? <ToPlans label="Start free trial" /> : undefined}
  >
    You are on the Free plan. Try Premium for {trialDays} days, free of charge.
  </Banner>
);
