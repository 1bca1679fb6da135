import type { Subscription } from '@atelier/contracts/money/billing';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { useSubscription } from '../../../../lib/account/subscription.ts';
import { formatCredits, formatDate, formatExactCredits } from '../../../../lib/format.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AddOnsPanel, BillingPage, CheckoutReturn, formatMoney } from '../../payments/index.ts';
import classes from '../billing.module.css';
import { nextStep } from '../model/next-step.ts';
import { allowanceLines, periodSentence, statusBadge } from '../model/plan-words.ts';
import { ResumePlan } from '../resume-plan.tsx';
import { AllowanceList } from './allowance-list.tsx';

/** The remaining and the spent credits: whole credits, never below zero, with the exact figures next to them. */
const Balances = ({ subscription }: { subscription: Subscription }) => {
  const { featureBalances, addOns, planDetails, spentThisPeriod } = subscription;
  const whole = planDetails.featureBalances.credits;
  return (
    <Panel title="Credits" description="Credits of the plan are used first, bought ones after them.">
      <div className="stack-4 content-start">
        <StatRow>
          <Stat label="Credits left" value={formatCredits(featureBalances.credits + addOns.credits)} />
          <Stat
            label="Of the plan"
            value={formatCredits(featureBalances.credits)}
            hint={`of ${formatCredits(whole)}`}
          />
          <Stat label="Bought" value={formatCredits(addOns.credits)} hint="they do not expire" />
          <Stat label="Spent this period" value={formatExactCredits(spentThisPeriod)} />
        </StatRow>
        <ProgressBar
          label="Plan credits left"
          withText
          value={whole === 0 ? 0 : featureBalances.credits / whole}
          tone={featureBalances.credits < whole / 10 ? 'danger' : 'accent'}
        />
      </div>
    </Panel>
  );
};

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
          <div className={`stack-5 ${classes.pair}`}>
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
