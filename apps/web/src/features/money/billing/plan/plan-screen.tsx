import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import type { billing, Plan } from '@atelier/contracts/money/billing';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { useSubscription } from '../../../../lib/account/subscription.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { BillingPage, formatMoney, HowToPay } from '../../payments/index.ts';
import { usePlans, useStartTrial, useUpgrade } from '../api.ts';
import classes from '../billing.module.css';
import { PlanCard, type Standing } from './plan-card.tsx';

type Plans = ReplyOf<(typeof billing)['endpoints']['plans']>;

const compareToCurrent = (plan: Plan, current: Plan | undefined, isTrial: boolean): Standing => {
  if (plan.planId === current?.planId && !isTrial) return 'current';
  if (plan.monthlyPrice === 0) return 'by-cancelling';
  return isTrial || plan.monthlyPrice > (current?.monthlyPrice ?? 0) ? 'above' : 'below';
};

interface ChangeQuestionProps {
  plan: Plan;
  currency: string;
  payment: Plans['payment'];
  onClose: () => void;
}

/** Says how a plan will be paid for, before one is chosen. */
const PaymentWords = ({ payment }: Pick<Plans, 'payment'>) =>
  payment.by === 'card' ? (
    <p>You pay by card: the payment page opens next, unless a card is on file already.</p>
  ) : (
    <>
      <p>
        You pay by invoice. The invoice is created now, is listed under Billing history, and must be paid
        within 14 days.
      </p>
      <HowToPay note={payment.note} />
    </>
  );

const ChangeQuestion = ({ plan, currency, payment, onClose }: ChangeQuestionProps) => {
  const upgrade = useUpgrade();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      danger={false}
      title={`Change to ${plan.name}?`}
      confirmLabel={`Change to ${plan.name}`}
      onConfirm={async () => {
        const { redirectTo } = await upgrade.mutateAsync({ body: { planId: plan.planId } });
        if (redirectTo === null) void navigate({ to: '/pricing/overview' });
      }}
    >
      <p>
        It costs {formatMoney(plan.monthlyPrice, currency)} a month and brings{' '}
        {plan.featureBalances.credits.toLocaleString('en')} credits at once. Its month begins today at the
        whole price. What is left of your present plan and of its credits ends; bought credits stay.
      </p>
      <PaymentWords payment={payment} />
    </ConfirmDialog>
  );
};

const PlanCards = ({ currency, plans, currentPlanId, isTrialAvailable, payment }: Plans) => {
  const [chosen, setChosen] = useState<Plan>();
  const { subscription } = useSubscription();
  const mayChange = useMay()('billing:write');
  const trial = useStartTrial();
  const navigate = useNavigate();
  const current = plans.find(({ planId }) => planId === currentPlanId);
  const isTrial = subscription?.isInTrial ?? false;
  const begin = () =>
    trial.mutate({ body: {} }, { onSuccess: () => void navigate({ to: '/pricing/overview' }) });
  const firstPremium = plans.find(({ planType }) => planType === 'Premium');
  return (
    <>
      <ul className={`bare stack-4 ${classes.plans}`} aria-label="Plans">
        {plans.map((plan) => (
          <PlanCard
            key={plan.planId}
            plan={plan}
            currency={currency}
            standing={compareToCurrent(plan, current, isTrial)}
            isEnding={subscription?.cancelAtCycleEnd ?? false}
            onTry={isTrialAvailable && plan === firstPremium ? begin : undefined}
            onChoose={() => setChosen(plan)}
            isBusy={trial.isPending}
            mayChange={mayChange}
          />
        ))}
      </ul>
      {chosen ? (
        <ChangeQuestion
          plan={chosen}
          currency={currency}
          payment={payment}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  );
};

const PlanChoice = () => (
  <QueryView query={usePlans()} skeleton="cards" errorTitle="The plans could not be loaded">
    {(plans) => <PlanCards {...plans} />}
  </QueryView>
);

/** The plans side by side (ROUTE-40). */
export const PlanScreen = () => (
  <BillingPage
    title="Plan"
    description="Every plan has every feature. They differ in credits and limits."
    isPlanChoice
  >
    <PlanChoice />
  </BillingPage>
);
