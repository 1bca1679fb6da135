import type { Subscription } from '@atelier/contracts/money/billing';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { useSubscription } from '../../../../lib/account/subscription.ts';
import { formatDate } from '../../../../lib/format.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AddOnsPanel, BillingPage, CheckoutReturn, formatMoney } from '../../payments/index.ts';
import classes from '../billing.module.css';
import { nextStep } from '../model/next-step.ts';
import { allowanceLines, periodSentence, statusBadge } from '../model/plan-words.ts';
import { ResumePlan } from '../resume-plan.tsx';
import { AllowanceList } from './allowance-list.tsx';
import { Balances } from './balances.tsx';

const PlanPanel = ({ subscription }: { subscription: Subscription }) => {
  const { planDetails, periodStartsAt, periodEndsAt } = subscription;
  const { label, tone } = statusBadge(subscription);
  const mayPay = useMay()('billing:write');
  const isPaid = planDetails.monthlyPrice > 0 && subscription.status !== 'TRIALING';
  return (
    <Panel title="Plan">
      <div className="stack-4 content-start">
        <div className={`row-2-3 ${classes.planName}`}>
          <strong>{planDetails.name}</strong>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <span className="note">{formatMoney(planDetails.monthlyPrice, planDetails.currency)} a month</span>
        </div>
        {periodEndsAt === null ? null : (
          <p className="note">
            This period: <time dateTime={periodStartsAt}>{formatDate(periodStartsAt)}</time> to{' '}
            <time dateTime={periodEndsAt}>{formatDate(periodEndsAt)}</time>
          </p>
        )}
        <p className="note">{periodSentence(subscription)}</p>
        <AllowanceList lines={allowanceLines(planDetails.featureBalances)} />
        <div className="row-2-3">
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/pricing/overview/plan" />}>
            Compare plans
          </Button>
          {isPaid && subscription.cancelAtCycleEnd && mayPay ? (
            <ResumePlan planId={planDetails.planId} />
          ) : null}
          {isPaid && !subscription.cancelAtCycleEnd ? (
            <TextLink to="/cancel-plan" quiet>
              Cancel the plan
            </TextLink>
          ) : null}
        </div>
      </div>
    </Panel>
  );
};

const NextStepPanel = ({ subscription }: { subscription: Subscription }) => {
  const { title, text, to, label } = nextStep(subscription);
  return (
    <Panel title="What to do next">
      <div className="stack-4 content-start">
        <strong>{title}</strong>
        <p className="note">{text}</p>
        <div>
          <Button renderRoot={(props) => <Link {...props} to={to} />}>{label}</Button>
        </div>
      </div>
    </Panel>
  );
};

const Overview = () => {
  const { query } = useSubscription();
  return (
    <QueryView query={query} skeleton="cards" errorTitle="Your plan could not be loaded">
      {(subscription) => (
        <div className="stack-5">
          <Balances subscription={subscription} />
          <div className={classes.pair}>
            <PlanPanel subscription={subscription} />
            <div className="stack-4 content-start">
              <NextStepPanel subscription={subscription} />
              <AddOnsPanel />
            </div>
          </div>
        </div>
      )}
    </QueryView>
  );
};

/** The plan and its period, the remaining credits, and the next step (ROUTE-39). */
export const OverviewScreen = () => (
  <BillingPage title="Overview" description="The plan of your company and what is left of its credits.">
    <CheckoutReturn />
    <Overview />
  </BillingPage>
);
